// Copy this file to config.h and fill it in.
#pragma once

#define WIFI_NAME "my network"
#define WIFI_PASSWORD "its password"

// The server, without a slash at the end. With https the board keeps others from reading and replaying its key.
#define SERVER "https://kisima.example"
// Only where the device requires its key ("Set-up", "For the installer", "Show the key" in the dashboard).
#define API_KEY ""

// Distances from the sensor down to the water, in centimetres.
#define EMPTY_CM 150
#define FULL_CM 30

#define TRIGGER_PIN 5
#define ECHO_PIN 18
// The relay of the pump; -1 where there is none.
#define PUMP_PIN 23

// Seconds between two readings; while the pump runs one is taken every ten seconds.
#define EVERY_S 60
// 1 for a board on a battery that has no pump: it sleeps between two readings.
#define SLEEPS 0
