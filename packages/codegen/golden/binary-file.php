<?php

// PHP has no Signature v4 authorization; this code sends none.
$curl = curl_init();
curl_setopt_array($curl, [
    CURLOPT_URL => 'https://a.test/file',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_CUSTOMREQUEST => 'PUT',
    CURLOPT_FOLLOWLOCATION => true,
    CURLOPT_HTTPHEADER => [
        'Content-Type: image/jpeg',
    ],
    CURLOPT_POSTFIELDS => file_get_contents('photo.jpg'),
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
    CURLOPT_URL => 'https://a.test/file',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_CUSTOMREQUEST => 'PUT',
    CURLOPT_TIMEOUT_MS => 1500,
    CURLOPT_HTTPHEADER => [
        'Content-Type: image/jpeg',
    ],
    CURLOPT_POSTFIELDS => file_get_contents('photo.jpg'),
]);

$response = curl_exec($curl);
if ($response === false) {
    throw new RuntimeException(curl_error($curl));
}

echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\n";
echo $response, "\n";
