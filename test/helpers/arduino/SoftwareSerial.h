// A SIM800 at the other end of the line, as far as its manual of AT commands for HTTP goes.
#pragma once
#include "http-request.h"

class SoftwareSerial : public Print {
  std::string typed, said, url, type, data, answer;
  size_t awaited = 0;
  bool isOpen = false;

  void say(const std::string &text) { said += "\r\n" + text + "\r\n"; }

  static bool begins(const std::string &text, const std::string &part) { return text.rfind(part, 0) == 0; }
  /** The text between the last two quotes. */
  static std::string quoted(const std::string &command) {
    size_t end = command.rfind('"');
    size_t from = command.rfind('"', end - 1) + 1;
    return command.substr(from, end - from);
  }

  void obey(const std::string &command) {
    said += command + "\r\r\n";
    if (command == "AT+CREG?") say("+CREG: 0,1");
    else if (command == "AT+SAPBR=2,1") say(isOpen ? "+SAPBR: 1,1,\"10.0.0.2\"" : "+SAPBR: 1,3,\"0.0.0.0\"");
    else if (command == "AT+SAPBR=1,1") isOpen = true;
    else if (begins(command, "AT+HTTPPARA=\"URL\"")) url = quoted(command);
    else if (begins(command, "AT+HTTPPARA=\"CONTENT\"")) type = quoted(command);
    else if (begins(command, "AT+HTTPDATA=")) {
      awaited = std::stoul(command.substr(12));
      data = "";
      return say("DOWNLOAD");
    } else if (begins(command, "AT+HTTPACTION=")) {
      bool isPost = command.back() == '1';
      HttpAnswer got = httpRequest(isPost ? "POST" : "GET", url, isPost ? type : "", isPost ? data : "");
      answer = got.body;
      say("OK");
      // 601 is the modem's word for a network that is not there.
      int status = got.status < 0 ? 601 : got.status;
      return say("+HTTPACTION: " + command.substr(14) + "," + std::to_string(status) + "," +
                 std::to_string(answer.size()));
    } else if (command == "AT+HTTPREAD") {
      said += "\r\n+HTTPREAD: " + std::to_string(answer.size()) + "\r\n" + answer;
    } else if (command == "AT+HTTPTERM" && url.empty()) {
      return say("ERROR");
    }
    say("OK");
  }

 public:
  SoftwareSerial(int, int) {}
  void begin(long) {}
  int available() { return (int)said.size(); }
  int read() {
    int first = said[0];
    said.erase(0, 1);
    return first;
  }
  void write(const std::string &text) override {
    for (char each : text) {
      if (awaited > 0) {
        data += each;
        if (--awaited == 0) say("OK");
      } else if (each == '\n') {
        obey(typed);
        typed = "";
      } else if (each != '\r') {
        typed += each;
      }
    }
  }
};
