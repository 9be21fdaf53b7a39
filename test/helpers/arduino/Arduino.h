// As much of Arduino as the device examples use, for the machine that runs the tests. Time is counted by what
// the sketch waits, so that a night takes no longer than its requests.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#define HIGH 1
#define LOW 0
#define OUTPUT 1
#define INPUT 0
#define F(text) reinterpret_cast<const __FlashStringHelper *>(text)
#define RTC_DATA_ATTR
class __FlashStringHelper;
using std::isnan;

/**
 * What a test says of the world: distances by the cycle of the sketch, requests that find no network, and for how
 * many seconds the board has run already.
 */
struct World {
  std::vector<double> distances;
  std::vector<int> outage;
  int cycle = 0;
  int requests = 0;
  uint64_t micros;

  static std::vector<double> numbers(const char *name) {
    std::vector<double> found;
    const char *at = getenv(name);
    while (at && *at) {
      char *end;
      found.push_back(strtod(at, &end));
      at = *end == ',' ? end + 1 : end;
    }
    return found;
  }
  World() : distances(numbers("DISTANCES")) {
    for (double request : numbers("OUTAGE")) outage.push_back((int)request);
    std::vector<double> seconds = numbers("RUNS_FOR");
    micros = 1000000ULL * (uint64_t)(seconds.empty() ? 10 : seconds[0]);
  }
  double distance() const { return distances[std::min<size_t>(cycle, distances.size() - 1)]; }
  /** Counts a request, and says whether it finds a network. */
  bool isReached() {
    requests += 1;
    return std::find(outage.begin(), outage.end(), requests) == outage.end();
  }
};
inline World world;

/** Starts again after 49.7 days, as on a board. */
inline uint32_t millis() { return (uint32_t)(world.micros / 1000); }
inline void delay(unsigned long ms) { world.micros += 1000ULL * ms; }
inline void delayMicroseconds(unsigned int us) { world.micros += us; }
inline void pinMode(int, int) {}
/** The echo of the water; a distance of 0 has none. */
inline unsigned long pulseIn(int, int, unsigned long) { return (unsigned long)(world.distance() * 58); }
inline void digitalWrite(int pin, int value) {
  static int pump = LOW;
  if (pin != PUMP_PIN || value == pump) return;
  pump = value;
  printf("cycle %d: pump %s\n", world.cycle, value ? "on" : "off");
}

struct DeepSleep {};
inline void esp_deep_sleep(uint64_t us) {
  world.micros += us;
  throw DeepSleep();
}
/** The clock of the board, which nobody has set and which goes on in its sleep. */
inline time_t boardTime(time_t *) { return world.micros / 1000000; }
#define time(to) boardTime(to)

class String {
  std::string text;

 public:
  String(const char *from = "") : text(from) {}
  String(const std::string &from) : text(from) {}
  explicit String(long number) : text(std::to_string(number)) {}
  explicit String(unsigned number) : text(std::to_string(number)) {}
  explicit String(double number, int digits) {
    char written[32];
    snprintf(written, sizeof(written), "%.*f", digits, number);
    text = written;
  }
  const char *c_str() const { return text.c_str(); }
  size_t length() const { return text.size(); }
  int indexOf(const String &part, int from = 0) const {
    size_t at = text.find(part.text, from);
    return at == std::string::npos ? -1 : (int)at;
  }
  String substring(int from) const { return text.substr(from); }
  String substring(int from, int to) const { return text.substr(from, to - from); }
  bool startsWith(const String &part) const { return text.rfind(part.text, 0) == 0; }
  double toDouble() const { return strtod(text.c_str(), nullptr); }
  String &operator+=(const String &more) {
    text += more.text;
    return *this;
  }
  friend String operator+(const String &left, const String &right) { return left.text + right.text; }
};

class Print {
 public:
  virtual ~Print() = default;
  virtual void write(const std::string &text) = 0;
  void print(const char *text) { write(text); }
  void print(char character) { write(std::string(1, character)); }
  void print(const __FlashStringHelper *text) { write(reinterpret_cast<const char *>(text)); }
  void println(const char *text) { write(std::string(text) + "\r\n"); }
  void println(char character) { write(std::string(1, character) + "\r\n"); }
  void println(const __FlashStringHelper *text) { println(reinterpret_cast<const char *>(text)); }
  void println(int number) { write(std::to_string(number) + "\r\n"); }
  void println(const String &text) { println(text.c_str()); }
};

/** The line to the computer, a line of the test's output at a time. */
class SerialLine : public Print {
  std::string line;

 public:
  void begin(long) {}
  void write(const std::string &text) override {
    for (char each : text) {
      if (each == '\n') {
        printf("serial: %s\n", line.c_str());
        line.clear();
      } else if (each != '\r') {
        line += each;
      }
    }
  }
};
inline SerialLine Serial;
