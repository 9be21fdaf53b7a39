/* A board that signs over MQTT 3.1.1: sends a level, takes what comes for its pump and acknowledges it.
 *
 *   cc -std=c99 -O1 -o mqtt_board mqtt_board.c
 *   KISIMA_HOST=water.example.com KISIMA_PORT=1883 KISIMA_MAC=AA:BB:CC:DD:EE:FF KISIMA_DEVICE_KEY=kd_... ./mqtt_board 62.5
 *
 * KISIMA_COUNTER: the file that holds the counter (kisima-counter). KISIMA_WAIT_S: for so long without a message it
 * waits for commands (5). `mqtt_board sign ...` and `mqtt_board seal ...` print the signatures of the test vectors. */
#define _POSIX_C_SOURCE 200809L
#include <netdb.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "kisima_sign.h"

enum { CONNACK = 2, PUBLISH = 3, PUBACK = 4, SUBACK = 9, MOST_BYTES = 4096 };

static const char *mac, *key, *counter_file;
static int peer = -1, is_behind;
static unsigned next_id;
/* Signature of the last message. What the server seals is good for that one alone. */
static char last[65];
static unsigned char packet[MOST_BYTES + 1];
static size_t packet_length;

static const char *setting(const char *name, const char *otherwise) {
  const char *value = getenv(name);
  return value && *value ? value : otherwise;
}

/* A board writes this to its flash, in steps of a hundred, so that it is not worn out. */
static unsigned long long read_counter(void) {
  unsigned long long counter = 0;
  FILE *file = fopen(counter_file, "r");
  if (file && fscanf(file, "%llu", &counter) != 1) counter = 0;
  if (file) fclose(file);
  return counter;
}

static void write_counter(unsigned long long counter) {
  FILE *file = fopen(counter_file, "w");
  if (!file || fprintf(file, "%llu\n", counter) < 0 || fclose(file) != 0) {
    fprintf(stderr, "The counter cannot be kept\n");
    exit(1);
  }
}

/* What a false broker cannot know beforehand; on a board, the noise of an open pin. */
static void draw(char nonce[17]) {
  unsigned char bytes[8] = {0};
  FILE *file = fopen("/dev/urandom", "rb");
  if (file && fread(bytes, 1, 8, file) != 8) bytes[0] = (unsigned char)time(NULL);
  if (file) fclose(file);
  for (int i = 0; i < 8; i++) sprintf(nonce + 2 * i, "%02x", bytes[i]);
}

static void fail(const char *why) {
  printf("%s\n", why);
  exit(1);
}

static void connect_to(const char *host, const char *port, int wait_s) {
  struct addrinfo wish = {.ai_socktype = SOCK_STREAM}, *found;
  struct timeval deadline = {.tv_sec = wait_s};
  if (getaddrinfo(host, port, &wish, &found) != 0) fail("no such host");
  peer = socket(found->ai_family, SOCK_STREAM, 0);
  setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, &deadline, sizeof deadline);
  if (connect(peer, found->ai_addr, found->ai_addrlen) != 0) fail("no connection");
  freeaddrinfo(found);
}

/* Sends a packet of MQTT 3.1.1 (section 2.2): its first byte, the length of the rest, and the rest. */
static void send_packet(unsigned char first, const unsigned char *rest, size_t length) {
  unsigned char text[MOST_BYTES + 5] = {first};
  size_t at = 1, left = length;
  do {
    text[at++] = (unsigned char)((left & 127) | (left > 127 ? 128 : 0));
  } while ((left >>= 7) > 0);
  memcpy(text + at, rest, length);
  if (send(peer, text, at + length, MSG_NOSIGNAL) != (ssize_t)(at + length)) fail("the connection is lost");
}

static size_t add_text(unsigned char *to, const char *text) {
  size_t length = strlen(text);
  to[0] = (unsigned char)(length >> 8);
  to[1] = (unsigned char)length;
  memcpy(to + 2, text, length);
  return length + 2;
}

static size_t add_number(unsigned char *to, unsigned number) {
  to[0] = (unsigned char)(number >> 8);
  to[1] = (unsigned char)number;
  return 2;
}

static int receive_bytes(unsigned char *to, size_t length) {
  for (size_t got = 0; got < length;) {
    ssize_t more = recv(peer, to + got, length - got, 0);
    if (more <= 0) return 0;
    got += (size_t)more;
  }
  return 1;
}

/* Receives a packet into `packet`. @returns its type, 0 where none came in time. */
static int receive_packet(void) {
  unsigned char first, byte;
  packet_length = 0;
  if (!receive_bytes(&first, 1)) return 0;
  for (int shift = 0; shift < 28; shift += 7) {
    if (!receive_bytes(&byte, 1)) return 0;
    packet_length |= (size_t)(byte & 127) << shift;
    if (byte < 128) break;
  }
  if (packet_length > MOST_BYTES || !receive_bytes(packet, packet_length)) fail("a packet that is too long");
  packet[packet_length] = '\0';
  return first >> 4;
}

static void topic_of(const char *branch, char topic[128]) { snprintf(topic, 128, "kisima/%s/%s", mac, branch); }

static void take_message(void);

static void await(int type) {
  for (int came; (came = receive_packet()) != type;) {
    if (came == 0) fail("the broker does not answer");
    if (came == PUBLISH) take_message();
  }
}

/* Signs a message by the next counter, publishes it at QoS 1, and waits until the broker has it. */
static void publish(const char *branch, const char *said) {
  static unsigned char rest[MOST_BYTES];
  char topic[128], stamp[48], nonce[17];
  unsigned long long counter = read_counter() + 1;
  write_counter(counter);
  draw(nonce);
  topic_of(branch, topic);
  snprintf(stamp, sizeof stamp, "%llu-%s", counter, nonce);
  kisima_sign_message(key, topic, said, strlen(said), stamp, last);
  size_t length = add_text(rest, topic);
  length += add_number(rest + length, ++next_id);
  length += (size_t)snprintf((char *)rest + length, MOST_BYTES - length, "%s.%s\n%s", stamp, last, said);
  send_packet(PUBLISH << 4 | 2, rest, length);
  await(PUBACK);
}

/* Does what a command says, which is the server's own. */
static void obey(const char *said) {
  char ack[64];
  const char *id = strstr(said, "\"command_id\":");
  printf("pump %s\n", strstr(said, "\"command\":\"on\"") ? "on" : "off");
  snprintf(ack, sizeof ack, "{\"command_id\":%ld}", id ? atol(id + 13) : 0);
  publish("acks", ack);
  printf("acknowledged\n");
}

/* Hears what is wrong with a message: the counter of the board may be behind. */
static void hear_error(const char *said) {
  const char *counter = strstr(said, "\"last_counter\":");
  if (!counter) {
    printf("told: %s\n", said);
    return;
  }
  write_counter(strtoull(counter + 15, NULL, 10));
  is_behind = 1;
}

static void take_message(void) {
  char topic[128] = "", commands[128];
  size_t length = (size_t)packet[0] << 8 | packet[1], from = length + 4;
  if (from > packet_length || length >= sizeof topic) return;
  memcpy(topic, packet + 2, length);
  char *payload = (char *)packet + from;
  size_t all = packet_length - from;
  send_packet(PUBACK << 4, packet + from - 2, 2);
  if (!kisima_is_sealed(key, topic, last, payload, all)) {
    printf("a message that is not the server's own\n");
    return;
  }
  topic_of("commands", commands);
  if (strcmp(topic, commands) == 0) obey(payload + 65);
  else hear_error(payload + 65);
}

static void open_session(void) {
  unsigned char rest[512];
  char topic[128];
  size_t length = add_text(rest, "MQTT");
  rest[length++] = 4;
  /* User name, password, a will at QoS 1, and no session from before. */
  rest[length++] = 128 | 64 | 8 | 4 | 2;
  length += add_number(rest + length, 60);
  length += add_text(rest + length, mac);
  topic_of("status", topic);
  length += add_text(rest + length, topic);
  length += add_text(rest + length, "offline");
  length += add_text(rest + length, mac);
  /* In place of the key, which never leaves the board. */
  length += add_text(rest + length, "signed");
  send_packet(1 << 4, rest, length);
  await(CONNACK);
  if (packet[1] != 0) fail("not let in");
  length = add_number(rest, ++next_id);
  for (int i = 0; i < 2; i++) {
    topic_of(i == 0 ? "commands" : "errors", topic);
    length += add_text(rest + length, topic);
    rest[length++] = 1;
  }
  send_packet(8 << 4 | 2, rest, length);
  await(SUBACK);
}

static int print_vector(int count, char **args) {
  char signature[65];
  if (count != 6) return 2;
  if (strcmp(args[1], "sign") == 0)
    kisima_sign_message(args[2], args[3], args[4], strlen(args[4]), args[5], signature);
  else
    kisima_sign_seal(args[2], args[3], args[4], args[5], strlen(args[5]), signature);
  puts(signature);
  return 0;
}

int main(int count, char **args) {
  if (count > 2) return print_vector(count, args);
  mac = setting("KISIMA_MAC", "");
  key = setting("KISIMA_DEVICE_KEY", "");
  counter_file = setting("KISIMA_COUNTER", "kisima-counter");
  setvbuf(stdout, NULL, _IOLBF, 0);
  connect_to(setting("KISIMA_HOST", "localhost"), setting("KISIMA_PORT", "1883"), atoi(setting("KISIMA_WAIT_S", "5")));
  open_session();
  char reading[64];
  snprintf(reading, sizeof reading, "{\"water_level_percent\":%s}", count > 1 ? args[1] : "50");
  do {
    is_behind = 0;
    publish("readings", reading);
    /* From here on commands come, until nothing more does. */
    publish("status", "online");
    printf("sent\n");
    while (!is_behind && receive_packet() == PUBLISH) take_message();
  } while (is_behind);
  send_packet(14 << 4, NULL, 0);
  return 0;
}
