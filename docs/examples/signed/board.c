/* A board that signs: sends a level, fetches what waits for its pump and acknowledges it.
 *
 *   cc -std=c99 -O1 -o board board.c
 *   KISIMA_HOST=water.example.com KISIMA_PORT=80 KISIMA_MAC=AA:BB:CC:DD:EE:FF KISIMA_DEVICE_KEY=kd_... ./board 62.5
 *
 * KISIMA_COUNTER: the file that holds the counter (kisima-counter). `board sign ...` and `board answer ...`
 * print the signatures of the test vectors. */
#define _POSIX_C_SOURCE 200809L
#include <netdb.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "kisima_sign.h"

enum { MOST_TRIES = 4, DEADLINE_S = 25 };

static const char *host, *port, *mac, *key, *counter_file;
static char answer[16384];
/* The body within it. */
static char *said = answer;

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

/* What a false server cannot know beforehand; on a board, the noise of an open pin. */
static void draw(char nonce[17]) {
  unsigned char bytes[8] = {0};
  FILE *file = fopen("/dev/urandom", "rb");
  if (file && fread(bytes, 1, 8, file) != 8) bytes[0] = (unsigned char)time(NULL);
  if (file) fclose(file);
  for (int i = 0; i < 8; i++) sprintf(nonce + 2 * i, "%02x", bytes[i]);
}

static int connect_to_server(void) {
  struct addrinfo wish = {.ai_socktype = SOCK_STREAM}, *found;
  struct timeval deadline = {.tv_sec = DEADLINE_S};
  if (getaddrinfo(host, port, &wish, &found) != 0) return -1;
  int peer = socket(found->ai_family, SOCK_STREAM, 0);
  setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, &deadline, sizeof deadline);
  if (peer >= 0 && connect(peer, found->ai_addr, found->ai_addrlen) != 0) {
    close(peer);
    peer = -1;
  }
  freeaddrinfo(found);
  return peer;
}

/* Sends a request once. @returns its status, 0 where no answer came that is the server's own. */
static int exchange(const char *text, const char *signature) {
  int peer = connect_to_server(), status = 0;
  if (peer < 0) return 0;
  size_t length = 0, all = strlen(text);
  if (send(peer, text, all, 0) == (ssize_t)all) {
    ssize_t got;
    while (length < sizeof answer - 1 && (got = recv(peer, answer + length, sizeof answer - 1 - length, 0)) > 0)
      length += (size_t)got;
  }
  close(peer);
  answer[length] = '\0';
  said = strstr(answer, "\r\n\r\n");
  if (!said || sscanf(answer, "HTTP/1.%*d %d", &status) != 1) return 0;
  said += 4;
  char digits[65] = "";
  for (char *line = strchr(answer, '\n'); line && line < said; line = strchr(line + 1, '\n'))
    if (strncasecmp(line + 1, "X-Kisima-Signature:", 19) == 0) sscanf(line + 20, " %64[0-9a-f]", digits);
  if (kisima_is_answer(key, status, signature, said, strlen(said), digits)) return status;
  printf("an answer %d that is not the server's own\n", status);
  return 0;
}

static long number_in(const char *name) {
  char *at = strstr(said, name);
  return at ? atol(at + strlen(name)) : 0;
}

/* Signs a request by the next counter and sends it, the very same again while no answer comes. */
static int ask(const char *method, const char *path, const char *query, const char *body) {
  static char text[2048];
  for (int anew = 0; anew < 2; anew++) {
    unsigned long long counter = read_counter() + 1;
    char stamp[48], nonce[17], signature[65];
    write_counter(counter);
    draw(nonce);
    snprintf(stamp, sizeof stamp, "%llu-%s", counter, nonce);
    kisima_sign(key, method, path, query, body, strlen(body), stamp, signature);
    snprintf(text, sizeof text,
             "%s %s%s%s HTTP/1.0\r\nHost: %s\r\nX-Kisima-Signature: %s.%s\r\n"
             "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %u\r\n\r\n%s",
             method, path, *query ? "?" : "", query, host, stamp, signature, (unsigned)strlen(body), body);
    int status = 0;
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      if (tries > 0) sleep(1);
      status = exchange(text, signature);
      if (status != 0 && status != 429 && status < 500) break;
    }
    if (status != 409 || !strstr(said, "\"counter_used\"")) return status;
    char *last = strstr(said, "\"last_counter\":");
    if (last) write_counter(strtoull(last + 15, NULL, 10));
  }
  return 409;
}

static int print_vector(int count, char **args) {
  char signature[65];
  if (strcmp(args[1], "sign") == 0 && count == 8)
    kisima_sign(args[2], args[3], args[4], args[5], args[6], strlen(args[6]), args[7], signature);
  else if (strcmp(args[1], "answer") == 0 && count == 6)
    kisima_sign_answer(args[2], atoi(args[3]), args[4], args[5], strlen(args[5]), signature);
  else
    return 2;
  puts(signature);
  return 0;
}

int main(int count, char **args) {
  if (count > 2) return print_vector(count, args);
  host = setting("KISIMA_HOST", "localhost");
  port = setting("KISIMA_PORT", "3000");
  mac = setting("KISIMA_MAC", "");
  key = setting("KISIMA_DEVICE_KEY", "");
  counter_file = setting("KISIMA_COUNTER", "kisima-counter");
  char form[256];
  snprintf(form, sizeof form, "mac_address=%s&water_level_percent=%s", mac, count > 1 ? args[1] : "50");
  int status = ask("POST", "/iot_push.php", "", form);
  if (status != 201) {
    printf("not stored: %d\n", status);
    return 1;
  }
  printf("stored\n");
  if (number_in("\"pending_commands\":") == 0) return 0;
  snprintf(form, sizeof form, "mac_address=%s", mac);
  if (ask("GET", "/iot_commands.php", form, "") != 200) return 1;
  printf("pump %s\n", strstr(said, "\"command\":\"on\"") ? "on" : "off");
  snprintf(form, sizeof form, "mac_address=%s&command_id=%ld", mac, number_in("\"command_id\":"));
  printf("acknowledged: %d\n", ask("POST", "/iot_ack.php", "", form));
  return 0;
}
