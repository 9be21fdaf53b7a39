<?php
// Takes the events of a webhook, and refuses what Kisima has not signed. PHP 7.4 or later, no packages.
//
// It lies where your web server finds it, at the address of the webhook, with KISIMA_WEBHOOK_SECRET (whsec_...)
// in its environment. To try it at a desk:
//
//   KISIMA_WEBHOOK_SECRET=whsec_... php -S localhost:8080 webhook.php
//
// The secret is shown once, when the webhook is made.

const TOLERANCE_S = 300;
const MOST_BYTES = 1000000;

/** True if the body, as it came, was signed with the secret within the last five minutes. */
function isGenuine(string $secret, string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    $given = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '';
    if ($id === '' || preg_match('/^\d{1,12}$/D', $timestamp) !== 1) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_S) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $mac = hash_hmac('sha256', "$id.$timestamp.$body", $key, true);
    $expected = 'v1,' . base64_encode($mac);
    // More than one while a secret is changed.
    foreach (explode(' ', $given) as $each) {
        if (hash_equals($expected, $each)) {
            return true;
        }
    }
    return false;
}

$body = (string) file_get_contents('php://input', false, null, 0, MOST_BYTES);
$secret = (string) getenv('KISIMA_WEBHOOK_SECRET');
if ($_SERVER['REQUEST_METHOD'] !== 'POST' || !isGenuine($secret, $body)) {
    http_response_code(401);
    exit;
}
http_response_code(204);
// An event can come twice: keep $_SERVER['HTTP_WEBHOOK_ID'] in your database, and leave out what is there. What
// takes longer than ten seconds is work for later: after that the event is sent again.
['type' => $type, 'data' => $data] = json_decode($body, true);
error_log(trim("$type " . ($data['message_id'] ?? '') . ' ' . ($data['status'] ?? '')));
