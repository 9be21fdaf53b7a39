// Sends the level of a tank to Kisima and switches its pump, over a SIM800 on an Arduino (Uno, Nano, Pro Mini) with
// an ultrasonic sensor. Readings are gathered and sent together; what cannot be sent is kept.
#include <SoftwareSerial.h>

#include "config.h"

SoftwareSerial modem(MODEM_RX_PIN, MODEM_TX_PIN);

// A reading takes six bytes of the two thousand that there are.
struct Reading {
  uint32_t takenAt;
  int16_t tenths;
};
const uint8_t MOST_KEPT = 48;
Reading kept[MOST_KEPT];
uint8_t keptCount = 0;

// So many readings go in one request, which the modem is given as a whole.
const uint8_t MOST_SENT = 24;
const uint32_t ANSWER_MS = 30000;

bool pumpOn = false;
uint32_t pumpStopsAt = 0;
int16_t pumpStopsAbove = 1000;

// What the modem said last.
char answer[420];

// Counts what has passed since it was last asked: millis() starts again at 0 after 49.7 days.
uint32_t secondsNow() {
  static uint32_t seconds = 0;
  static uint32_t countedTo = 0;
  uint32_t passed = ((uint32_t)millis() - countedTo) / 1000;
  seconds += passed;
  countedTo += passed * 1000;
  return seconds;
}

// Reads what the modem says until it has said `expected`, or "ERROR", or too long has passed.
bool await(const char *expected, uint32_t ms) {
  uint32_t begun = millis();
  size_t length = 0;
  answer[0] = '\0';
  while (millis() - begun < ms) {
    if (!modem.available()) {
      delay(1);
      continue;
    }
    char next = (char)modem.read();
    // The end says how it went: of what is too long the first half goes.
    if (length == sizeof(answer) - 1) {
      memmove(answer, answer + sizeof(answer) / 2, length - sizeof(answer) / 2);
      length -= sizeof(answer) / 2;
    }
    answer[length++] = next;
    answer[length] = '\0';
    if (next == '\n' || next == ' ' || next == 'D') {
      if (strstr(answer, expected)) return true;
      if (strstr(answer, "ERROR")) return false;
    }
  }
  return false;
}

bool ask(const char *command, const char *expected = "OK\r\n", uint32_t ms = 5000) {
  while (modem.available()) modem.read();
  modem.println(command);
  return await(expected, ms);
}

float measureDistance() {
  uint16_t echoes[5];
  uint8_t count = 0;
  for (uint8_t i = 0; i < 5; i++) {
    digitalWrite(TRIGGER_PIN, LOW);
    delayMicroseconds(4);
    digitalWrite(TRIGGER_PIN, HIGH);
    delayMicroseconds(20);
    digitalWrite(TRIGGER_PIN, LOW);
    unsigned long micros = pulseIn(ECHO_PIN, HIGH, 40000);
    if (micros > 0) echoes[count++] = micros;
    delay(60);
  }
  if (count < 3) return -1;
  for (uint8_t i = 1; i < count; i++) {
    for (uint8_t j = i; j > 0 && echoes[j] < echoes[j - 1]; j--) {
      uint16_t other = echoes[j];
      echoes[j] = echoes[j - 1];
      echoes[j - 1] = other;
    }
  }
  // Sound takes 58 microseconds for a centimetre and back.
  return echoes[count / 2] / 58.0f;
}

// The level in tenths of a percent.
int16_t levelOf(float distanceCm) {
  float tenths = 1000.0f * (EMPTY_CM - distanceCm) / (EMPTY_CM - FULL_CM);
  return (int16_t)(tenths < 0 ? 0 : tenths > 1000 ? 1000 : tenths + 0.5f);
}

void switchPump(bool on) {
  pumpOn = on;
  if (PUMP_PIN >= 0) digitalWrite(PUMP_PIN, on ? HIGH : LOW);
}

void forgetFirst(uint8_t count) {
  memmove(kept, kept + count, (keptCount - count) * sizeof(Reading));
  keptCount -= count;
}

bool connect() {
  if (!ask("AT") || !ask("AT+CREG?")) return false;
  // At home, or roaming.
  if (!strstr(answer, "+CREG: 0,1") && !strstr(answer, "+CREG: 0,5")) return false;
  if (ask("AT+SAPBR=2,1") && strstr(answer, "+SAPBR: 1,1")) return true;
  return ask("AT+SAPBR=3,1,\"CONTYPE\",\"GPRS\"") && ask("AT+SAPBR=3,1,\"APN\",\"" APN "\"") &&
         ask("AT+SAPBR=1,1", "OK\r\n", 60000);
}

void printIdentity(Print &out) {
  out.print(F("mac_address=" SERIAL_NUMBER));
  if (sizeof(API_KEY) > 1) out.print(F("&api_key=" API_KEY));
}

// Writes the lines of a batch. @returns how many bytes they are.
size_t printReadings(Print *out, uint8_t count) {
  char line[24];
  size_t bytes = 0;
  for (int8_t i = -1; i < (int8_t)count; i++) {
    if (i < 0) strcpy(line, "age_s,water_level_percent\n");
    else {
      unsigned long age = secondsNow() - kept[i].takenAt;
      int tenths = kept[i].tenths;
      snprintf(line, sizeof(line), "%lu,%d.%d\n", age, tenths / 10, tenths % 10);
    }
    bytes += strlen(line);
    if (out) out->print(line);
  }
  return bytes;
}

// @param isNamed says in the address which device it is.
bool beginRequest(const __FlashStringHelper *path, bool isNamed) {
  ask("AT+HTTPTERM");
  if (!ask("AT+HTTPINIT") || !ask("AT+HTTPPARA=\"CID\",1")) return false;
  modem.print(F("AT+HTTPPARA=\"URL\",\"" SERVER));
  modem.print(path);
  if (isNamed) {
    modem.print('?');
    printIdentity(modem);
  }
  modem.println('"');
  return await("OK\r\n", 5000);
}

// @param action 0 for GET, 1 for POST. @returns the status of the answer, which is then in `answer`.
int endRequest(uint8_t action) {
  char command[20];
  snprintf(command, sizeof(command), "AT+HTTPACTION=%d", action);
  if (!ask(command) || !await("+HTTPACTION: ", ANSWER_MS) || !await("\n", 1000)) return 0;
  char *comma = strchr(answer, ',');
  int status = comma ? atoi(comma + 1) : 0;
  if (status < 200 || status >= 600) return 0;
  ask("AT+HTTPREAD", "\r\nOK\r\n", 10000);
  return status;
}

int sendFirst(uint8_t count) {
  if (!beginRequest(F("/iot_push_batch.php"), true)) return 0;
  if (!ask("AT+HTTPPARA=\"CONTENT\",\"text/csv\"")) return 0;
  char command[24];
  snprintf(command, sizeof(command), "AT+HTTPDATA=%u,10000", (unsigned)printReadings(nullptr, count));
  if (!ask(command, "DOWNLOAD")) return 0;
  printReadings(&modem, count);
  return await("OK\r\n", 12000) ? endRequest(1) : 0;
}

// The number behind `"name":` in the answer from a place on; `otherwise` where there is none.
long numberIn(const char *from, const char *name, long otherwise) {
  const char *at = strstr(from, name);
  if (!at) return otherwise;
  at += strlen(name) + 2;
  return *at == 'n' ? otherwise : atol(at);
}

void acknowledge(long id) {
  if (!beginRequest(F("/iot_ack.php"), false)) return;
  if (!ask("AT+HTTPPARA=\"CONTENT\",\"application/x-www-form-urlencoded\"")) return;
  char command[24];
  char body[24];
  snprintf(body, sizeof(body), "&command_id=%ld", id);
  size_t bytes = strlen(body) + strlen("mac_address=" SERIAL_NUMBER);
  if (sizeof(API_KEY) > 1) bytes += strlen("&api_key=" API_KEY);
  snprintf(command, sizeof(command), "AT+HTTPDATA=%u,10000", (unsigned)bytes);
  if (!ask(command, "DOWNLOAD")) return;
  printIdentity(modem);
  modem.print(body);
  if (await("OK\r\n", 12000)) endRequest(1);
}

// Obeys the newest command that the answer still holds: those before it no longer count.
void pollCommands() {
  if (!beginRequest(F("/iot_commands.php"), true) || endRequest(0) != 200) return;
  char *last = nullptr;
  for (char *at = strstr(answer, "command_id"); at; at = strstr(at + 1, "command_id")) last = at;
  if (!last) return;
  if (strstr(last, "\"command\":\"on\"")) {
    // The server may not be heard of again before the tank is full: the board stops by itself.
    pumpStopsAbove = 10 * numberIn(last, "turn_off_above", 95);
    pumpStopsAt = secondsNow() + numberIn(last, "run_at_most_s", 3600);
    switchPump(true);
  } else if (strstr(last, "\"command\":\"off\"")) {
    switchPump(false);
  }
  acknowledge(numberIn(last, "command_id", 0));
}

// @returns true once nothing is left to be sent.
bool sendKept() {
  // Where the sensor says nothing, no answer says whether commands wait.
  bool waits = keptCount == 0 && PUMP_PIN >= 0;
  while (keptCount > 0) {
    uint8_t count = keptCount < MOST_SENT ? keptCount : MOST_SENT;
    int status = sendFirst(count);
    Serial.print(F("Sent, answered "));
    Serial.println(status);
    // What the server refused and why; without an answer, what the modem said last.
    if (status < 200 || status >= 300) Serial.println(answer);
    // No answer, too fast or a server in trouble: the same readings again the next time.
    if (status < 200 || status == 408 || status == 429 || status >= 500) return false;
    forgetFirst(count);
    waits = numberIn(answer, "pending_commands", 0) > 0;
  }
  if (waits) pollCommands();
  return true;
}

void setup() {
  Serial.begin(115200);
  modem.begin(9600);
  pinMode(TRIGGER_PIN, OUTPUT);
  pinMode(ECHO_PIN, INPUT);
  if (PUMP_PIN >= 0) pinMode(PUMP_PIN, OUTPUT);
  switchPump(false);
}

void loop() {
  static uint8_t cyclesSinceSent = 0;
  float distance = measureDistance();
  uint32_t now = secondsNow();
  if (distance >= 0) {
    if (keptCount == MOST_KEPT) forgetFirst(1);
    kept[keptCount++] = {now, levelOf(distance)};
  } else {
    Serial.println(F("No echo: look at the sensor and its wires."));
  }
  bool isFull = distance >= 0 && levelOf(distance) >= pumpStopsAbove;
  // A sensor that says nothing stops nothing: the time does.
  if (pumpOn && (isFull || (int32_t)(now - pumpStopsAt) >= 0)) switchPump(false);
  if (cyclesSinceSent < SENT_AT_ONCE) cyclesSinceSent++;
  if (pumpOn || cyclesSinceSent >= SENT_AT_ONCE) {
    if (!connect()) Serial.println(F("No network: the readings are kept."));
    else if (sendKept()) cyclesSinceSent = 0;
  }
  delay((pumpOn ? 30 : EVERY_S) * 1000UL);
}
