#pragma once
#include "http-request.h"

class HTTPClient {
  std::string url, type, body;
  int send(const std::string &method, const std::string &sent) {
    HttpAnswer answer = httpRequest(method, url, type, sent);
    body = answer.body;
    return answer.status;
  }

 public:
  void setTimeout(uint16_t) {}
  bool begin(const String &address) {
    url = address.c_str();
    return true;
  }
  void addHeader(const char *, const char *value) { type = value; }
  int GET() { return send("GET", ""); }
  int POST(const String &sent) { return send("POST", sent.c_str()); }
  String getString() { return body; }
  void end() {}
};
