// Sends the level of a tank to Kisima and switches its pump, on an ESP32 with an ultrasonic sensor (HC-SR04,
// JSN-SR04T, A02YYUW in pulse mode). What cannot be sent is kept and sent later, also over a deep sleep.
#include <HTTPClient.h>
#include <WiFi.h>
#include <time.h>

#include "config.h"

// One reading, and when it was taken in seconds of the board's own clock. Nobody has to set that clock: what is
// sent is how long ago it was, and it goes on while the board sleeps.
struct Reading {
  uint32_t takenAt;
  float percent;
};

// What could not be sent yet, in memory that outlives a deep sleep: a day and a half at five minutes.
const int MOST_KEPT = 432;
RTC_DATA_ATTR Reading kept[MOST_KEPT];
RTC_DATA_ATTR int keptCount = 0;

// So many readings go in one request.
const int MOST_SENT = 100;
const uint32_t CONNECT_MS = 20000;
const uint16_t ANSWER_MS = 25000;

bool pumpOn = false;
uint32_t pumpStopsAt = 0;
float pumpStopsAbove = 100;

uint32_t secondsNow() { return (uint32_t)time(nullptr); }

// The distance to the water in centimetres, or NAN where no echo came back: the median of nine, since an echo of
// the wall or of the inlet is no mean error but a wrong answer.
float measureDistance() {
  float echoes[9];
  int count = 0;
  for (int i = 0; i < 9; i++) {
    digitalWrite(TRIGGER_PIN, LOW);
    delayMicroseconds(4);
    digitalWrite(TRIGGER_PIN, HIGH);
    delayMicroseconds(20);
    digitalWrite(TRIGGER_PIN, LOW);
    unsigned long micros = pulseIn(ECHO_PIN, HIGH, 40000);
    // Sound takes 58 microseconds for a centimetre and back.
    if (micros > 0) echoes[count++] = micros / 58.0f;
    delay(60);
  }
  if (count < 5) return NAN;
  for (int i = 1; i < count; i++) {
    for (int j = i; j > 0 && echoes[j] < echoes[j - 1]; j--) {
      float other = echoes[j];
      echoes[j] = echoes[j - 1];
      echoes[j - 1] = other;
    }
  }
  return echoes[count / 2];
}

float percentOf(float distanceCm) {
  float percent = 100.0f * (EMPTY_CM - distanceCm) / (EMPTY_CM - FULL_CM);
  return percent < 0 ? 0 : percent > 100 ? 100 : percent;
}

void switchPump(bool on) {
  pumpOn = on;
  if (PUMP_PIN >= 0) digitalWrite(PUMP_PIN, on ? HIGH : LOW);
}

void keep(float percent) {
  if (keptCount == MOST_KEPT) {
    memmove(kept, kept + 1, (MOST_KEPT - 1) * sizeof(Reading));
    keptCount--;
  }
  kept[keptCount++] = {secondsNow(), percent};
}

void forgetFirst(int count) {
  memmove(kept, kept + count, (keptCount - count) * sizeof(Reading));
  keptCount -= count;
}

bool connect() {
  if (WiFi.status() == WL_CONNECTED) return true;
  WiFi.mode(WIFI_STA);
  WiFi.begin(WIFI_NAME, WIFI_PASSWORD);
  uint32_t begun = millis();
  while (WiFi.status() != WL_CONNECTED && millis() - begun < CONNECT_MS) delay(100);
  if (WiFi.status() != WL_CONNECTED) Serial.println("No Wi-Fi: the reading is kept.");
  return WiFi.status() == WL_CONNECTED;
}

// The fields by which the server knows the board.
String identity() {
  String fields = "mac_address=" + WiFi.macAddress();
  if (strlen(API_KEY) > 0) fields += "&api_key=" API_KEY;
  return fields;
}

int request(const char *method, const String &path, const char *type, const String &body, String &answer) {
  HTTPClient http;
  http.setTimeout(ANSWER_MS);
  if (!http.begin(String(SERVER) + path)) return -1;
  if (type) http.addHeader("Content-Type", type);
  int status = strcmp(method, "GET") == 0 ? http.GET() : http.POST(body);
  answer = status > 0 ? http.getString() : String();
  http.end();
  // Without what stands behind the address, which may be the key. Below 0 no server was reached.
  int query = path.indexOf("?");
  Serial.println(String(method) + " " + (query < 0 ? path : path.substring(0, query)) + ": " + String((long)status));
  if (status >= 300) Serial.println(answer);
  return status;
}

// The number behind `"name":` in an answer of the server from a place on; NAN where there is none.
double numberIn(const String &json, const char *name, int from = 0) {
  int at = json.indexOf("\"" + String(name) + "\":", from);
  if (at < 0) return NAN;
  String value = json.substring(at + strlen(name) + 3);
  return value.startsWith("null") ? NAN : value.toDouble();
}

void obey(const String &command) {
  if (command.indexOf("\"command\":\"on\"") >= 0) {
    double stopAbove = numberIn(command, "turn_off_above");
    double seconds = numberIn(command, "run_at_most_s");
    // The server may not be heard of again before the tank is full: the board stops by itself.
    pumpStopsAbove = isnan(stopAbove) ? 95 : stopAbove;
    pumpStopsAt = secondsNow() + (isnan(seconds) ? 3600 : (uint32_t)seconds);
    switchPump(true);
  } else if (command.indexOf("\"command\":\"off\"") >= 0) {
    switchPump(false);
  }
  // `auto` and `schedule` are the server's: it sends an `on` and an `off` when it is time.
}

void pollCommands() {
  String answer;
  if (request("GET", "/iot_commands.php?" + identity(), nullptr, "", answer) != 200) return;
  int at = answer.indexOf("\"command_id\":");
  while (at >= 0) {
    int next = answer.indexOf("\"command_id\":", at + 1);
    String command = next < 0 ? answer.substring(at) : answer.substring(at, next);
    obey(command);
    String done;
    String body = identity() + "&command_id=" + String((long)numberIn(command, "command_id"));
    request("POST", "/iot_ack.php", "application/x-www-form-urlencoded", body, done);
    at = next;
  }
}

// One reading goes as the document of the API says; several go as a batch.
int sendFirst(int count, String &answer) {
  uint32_t now = secondsNow();
  if (count == 1) {
    String body = identity() + "&water_level_percent=" + String(kept[0].percent, 1) +
                  "&pump_status=" + (pumpOn ? "on" : "off");
    uint32_t age = now - kept[0].takenAt;
    if (age > 5) body += "&age_s=" + String(age);
    return request("POST", "/iot_push.php", "application/x-www-form-urlencoded", body, answer);
  }
  String body = "age_s,water_level_percent\n";
  for (int i = 0; i < count; i++) {
    body += String(now - kept[i].takenAt) + "," + String(kept[i].percent, 1) + "\n";
  }
  return request("POST", "/iot_push_batch.php?" + identity(), "text/csv", body, answer);
}

void sendKept() {
  // Where the sensor says nothing, no answer says whether commands wait.
  bool waits = keptCount == 0 && PUMP_PIN >= 0;
  while (keptCount > 0) {
    int count = keptCount < MOST_SENT ? keptCount : MOST_SENT;
    String answer;
    int status = sendFirst(count, answer);
    // No answer, too fast or a server in trouble: the same readings again the next time.
    if (status < 200 || status == 408 || status == 429 || status >= 500) return;
    // Whatever else it says of them will not change.
    forgetFirst(count);
    waits = numberIn(answer, "pending_commands") > 0;
  }
  if (waits) pollCommands();
}

void setup() {
  Serial.begin(115200);
  WiFi.mode(WIFI_STA);
  Serial.println("This board is " + WiFi.macAddress());
  pinMode(TRIGGER_PIN, OUTPUT);
  pinMode(ECHO_PIN, INPUT);
  if (PUMP_PIN >= 0) pinMode(PUMP_PIN, OUTPUT);
  switchPump(false);
}

void loop() {
  float distance = measureDistance();
  if (!isnan(distance)) keep(percentOf(distance));
  else Serial.println("No echo: look at the sensor and its wires.");
  bool isFull = !isnan(distance) && percentOf(distance) >= pumpStopsAbove;
  // A sensor that says nothing stops nothing: the time does.
  if (pumpOn && (isFull || (int32_t)(secondsNow() - pumpStopsAt) >= 0)) switchPump(false);
  if (connect()) sendKept();
#if SLEEPS
  esp_deep_sleep(EVERY_S * 1000000ULL);
#else
  delay((pumpOn ? 10 : EVERY_S) * 1000UL);
#endif
}
