// One HTTP request over a socket of this machine.
#pragma once
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

#include "Arduino.h"

struct HttpAnswer {
  int status;
  std::string body;
};

/** @param url such as http://127.0.0.1:8080/path?query. @returns status -1 where there is no network. */
inline HttpAnswer httpRequest(const std::string &method, const std::string &url, const std::string &type,
                              const std::string &body) {
  size_t from = url.find("//") + 2;
  size_t colon = url.find(':', from);
  size_t slash = url.find('/', from);
  std::string path = url.substr(slash);
  if (!world.isReached()) {
    printf("cycle %d: %s %s: no network\n", world.cycle, method.c_str(), path.c_str());
    return {-1, ""};
  }
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(std::stoi(url.substr(colon + 1, slash - colon - 1)));
  inet_pton(AF_INET, url.substr(from, colon - from).c_str(), &to.sin_addr);
  int line = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(line, reinterpret_cast<sockaddr *>(&to), sizeof(to)) != 0) return {-1, ""};
  std::string request = method + " " + path + " HTTP/1.1\r\nHost: " + url.substr(from, slash - from) +
                        "\r\nConnection: close\r\n";
  if (!type.empty()) request += "Content-Type: " + type + "\r\n";
  if (method == "POST") request += "Content-Length: " + std::to_string(body.size()) + "\r\n";
  request += "\r\n" + body;
  if (write(line, request.data(), request.size()) != (ssize_t)request.size()) abort();
  std::string answer;
  char piece[4096];
  for (ssize_t read_ = 0; (read_ = read(line, piece, sizeof(piece))) > 0;) answer.append(piece, read_);
  close(line);
  int status = std::stoi(answer.substr(9, 3));
  printf("cycle %d: %s %s: %d\n", world.cycle, method.c_str(), path.c_str(), status);
  return {status, answer.substr(answer.find("\r\n\r\n") + 4)};
}
