<?php
// Fetches the commands that wait for a device, obeys them and acknowledges each.
// PHP 7.4 or later, no packages and no extension but openssl for https.
//
//   KISIMA_URL=https://water.example.com KISIMA_MAC=AA:BB:CC:DD:EE:FF php poll.php
//
// KISIMA_DEVICE_KEY: the device's key, where its owner wants it to be sent.

const MOST_TRIES = 5;
const DEADLINE_S = 25;
const LONGEST_WAIT_S = 60;

/** Asks once; a form is posted. Gives the status (0 for no answer), the answer and the seconds of Retry-After, or null. */
function ask(string $url, ?array $form): array
{
    $http = ['timeout' => DEADLINE_S, 'ignore_errors' => true];
    if ($form !== null) {
        $http += ['method' => 'POST', 'header' => 'Content-Type: application/x-www-form-urlencoded',
            'content' => http_build_query($form)];
    }
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

/** Asks until there is an answer. Gives its status, and the answer. */
function call(string $path, ?array $form = null): array
{
    $server = getenv('KISIMA_URL') ?: 'http://localhost:8080';
    for ($attempt = 1; ; $attempt++) {
        [$status, $answer, $retryAfter] = ask($server . $path, $form);
        $isLater = $status === 0 || $status === 429 || $status >= 500;
        if (!$isLater || $attempt === MOST_TRIES) {
            return [$status, $answer ?? ['error' => 'no answer']];
        }
        sleep(min($retryAfter ?? 2 ** ($attempt - 1), LONGEST_WAIT_S));
    }
}

/** Here the relay is switched. A pump that is on stops by itself after so many seconds, also without network. */
function obey(array $command): void
{
    $seconds = $command['run_at_most_s'] ?? 0;
    echo $command['command'] === 'on'
        ? "pump on, for at most $seconds s\n"
        : "pump {$command['command']}\n";
}

function fail(array $answer): void
{
    fwrite(STDERR, "Not done: {$answer['error']}\n");
    exit(1);
}

$device = ['mac_address' => getenv('KISIMA_MAC')];
if (getenv('KISIMA_DEVICE_KEY')) {
    $device['api_key'] = getenv('KISIMA_DEVICE_KEY');
}
[$status, $commands] = call('/iot_commands.php?' . http_build_query($device));
if ($status !== 200) {
    fail($commands);
}
foreach ($commands as $command) {
    obey($command);
    [$status, $answer] = call('/iot_ack.php', $device + ['command_id' => $command['command_id']]);
    // 404: it is acknowledged already, where the answer to an earlier try was lost, or it was called off.
    if ($status !== 200 && $status !== 404) {
        fail($answer);
    }
    echo "acknowledged {$command['command_id']}\n";
}
