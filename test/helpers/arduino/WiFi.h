#pragma once
#include "Arduino.h"

#define WL_CONNECTED 3
#define WIFI_STA 1

/** Always connected: what is away is the server. */
struct WiFiOfBoard {
  void mode(int) {}
  void begin(const char *, const char *) {}
  int status() { return WL_CONNECTED; }
  String macAddress() { return getenv("MAC"); }
};
inline WiFiOfBoard WiFi;
