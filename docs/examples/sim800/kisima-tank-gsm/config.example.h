// Copy this file to config.h and fill it in.
#pragma once

// The access point of your SIM card: "safaricom" and "internet" (Airtel) need neither name nor password.
#define APN "safaricom"

// The server by plain HTTP, without a slash at the end; see README.md for why.
#define SERVER "http://kisima.example"
// Any label of this board, as it is registered: it has no MAC address. The IMEI of the modem is a good one.
#define SERIAL_NUMBER "860000000000000"
// Only where the device requires its key ("Set-up", "For the installer", "Show the key" in the dashboard).
#define API_KEY ""

// Distances from the sensor down to the water, in centimetres.
#define EMPTY_CM 150
#define FULL_CM 30

#define TRIGGER_PIN 4
#define ECHO_PIN 5
#define MODEM_RX_PIN 10
#define MODEM_TX_PIN 11
// The relay of the pump; -1 where there is none.
#define PUMP_PIN 7

// Seconds between two readings, and readings that are sent at once: each connection costs data and battery.
#define EVERY_S 300
#define SENT_AT_ONCE 3
