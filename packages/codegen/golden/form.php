<?php

$curl = curl_init();
curl_setopt_array($curl, [
    CURLOPT_URL => 'https://a.test/form',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_CUSTOMREQUEST => 'PUT',
    CURLOPT_FOLLOWLOCATION => true,
    CURLOPT_HTTPAUTH => CURLAUTH_BASIC,
    CURLOPT_USERPWD => 'ann:pässword',
    CURLOPT_HTTPHEADER => [
        'Content-Type: application/x-www-form-urlencoded',
    ],
    CURLOPT_POSTFIELDS => 'a=1+2&a=%C3%A9',
]);

$response = curl_exec($curl);
if ($response === false) {
    throw new RuntimeException(curl_error($curl));
}

echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\n";
echo $response, "\n";

=== without auth, other options
<?php

$curl = curl_init();
curl_setopt_array($curl, [
    CURLOPT_URL => 'https://a.test/form',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_CUSTOMREQUEST => 'PUT',
    CURLOPT_TIMEOUT_MS => 1500,
    CURLOPT_HTTPHEADER => [
        'Content-Type: application/x-www-form-urlencoded',
    ],
    CURLOPT_POSTFIELDS => 'a=1+2&a=%C3%A9',
]);

$response = curl_exec($curl);
if ($response === false) {
    throw new RuntimeException(curl_error($curl));
}

echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\n";
echo $response, "\n";
