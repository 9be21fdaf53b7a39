<?php
// Sends one SMS, and repeats the request until an answer comes: it is sent and charged once.
// PHP 7.4 or later, no packages and no extension but openssl for https.
//
//   KISIMA_URL=https://water.example.com KISIMA_API_KEY=ksm_... \
//     php send.php 0712345678 'Tank 3 is nearly empty'
//
// IDEMPOTENCY_KEY: a name of your own for this message, such as the number of the invoice. Whoever starts the
// program again with the same one sends nothing twice.

const MOST_TRIES = 5;
const DEADLINE_S = 15;
const LONGEST_WAIT_S = 60;

/** Asks once. Gives the status (0 for no answer), the answer and the seconds of Retry-After, or null. */
function ask(string $url, array $headers, string $body): array
{
    $http = ['method' => 'POST', 'header' => $headers, 'content' => $body,
        'timeout' => DEADLINE_S, 'ignore_errors' => true];
    $stream = @fopen($url, 'r', false, stream_context_create(['http' => $http]));
    if ($stream === false) {
        return [0, null, null];
    }
    $lines = stream_get_meta_data($stream)['wrapper_data'];
    $answer = json_decode((string) stream_get_contents($stream), true);
    fclose($stream);
    $status = (int) explode(' ', $lines[0])[1];
    $retryAfter = null;
    foreach ($lines as $line) {
        if (stripos($line, 'Retry-After:') === 0) {
            $retryAfter = (int) substr($line, strlen('Retry-After:'));
        }
    }
    // Half of an answer is none.
    return $answer === null ? [0, null, null] : [$status, $answer, $retryAfter];
}

function call(string $path, array $body, string $idempotencyKey): array
{
    $headers = ['Content-Type: application/json', 'X-API-Key: ' . getenv('KISIMA_API_KEY'),
        'Idempotency-Key: ' . $idempotencyKey];
    $server = getenv('KISIMA_URL') ?: 'http://localhost:8080';
    for ($attempt = 1; ; $attempt++) {
        [$status, $answer, $retryAfter] = ask($server . $path, $headers, json_encode($body));
        if ($status >= 200 && $status < 300) {
            return $answer;
        }
        // No answer: it may have been sent, so the same key goes with the next try. 502 without Retry-After
        // would be refused again, and so would any 4xx but 429.
        $isLater = $status === 0 || $status === 429
            || ($status === 502 ? $retryAfter !== null : $status >= 500);
        if (!$isLater || $attempt === MOST_TRIES) {
            throw new RuntimeException($answer['error'] ?? 'no answer');
        }
        sleep(min($retryAfter ?? 2 ** ($attempt - 1), LONGEST_WAIT_S));
    }
}

[, $to, $message] = $argv;
$key = getenv('IDEMPOTENCY_KEY') ?: bin2hex(random_bytes(16));
try {
    $answer = call('/v1/sms/send', ['to' => $to, 'message' => $message], $key);
    echo "{$answer['message']}: message {$answer['message_id']}, {$answer['balance']} credits left\n";
} catch (RuntimeException $failure) {
    fwrite(STDERR, "Not sent: {$failure->getMessage()}\n");
    exit(1);
}
