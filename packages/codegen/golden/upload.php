<?php

$curl = curl_init();
curl_setopt_array($curl, [
    CURLOPT_URL => 'https://a.test/up?key=a%26b',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_CUSTOMREQUEST => 'POST',
    CURLOPT_FOLLOWLOCATION => true,
    CURLOPT_POSTFIELDS => [
        'title' => 'it\'s',
        'cover' => new CURLFile('/home/ann/a b.png', 'image/png', 'a b.png'),
    ],
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
    CURLOPT_URL => 'https://a.test/up',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_CUSTOMREQUEST => 'POST',
    CURLOPT_TIMEOUT_MS => 1500,
    CURLOPT_POSTFIELDS => [
        'title' => 'it\'s',
        'cover' => new CURLFile('/home/ann/a b.png', 'image/png', 'a b.png'),
    ],
]);

$response = curl_exec($curl);
if ($response === false) {
    throw new RuntimeException(curl_error($curl));
}

echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\n";
echo $response, "\n";
