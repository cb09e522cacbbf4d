<?php

$curl = curl_init();
curl_setopt_array($curl, [
    CURLOPT_URL => '{{baseUrl}}/books/{{bookId}}?q={{term}}%20x',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_CUSTOMREQUEST => 'POST',
    CURLOPT_FOLLOWLOCATION => true,
    CURLOPT_HTTPHEADER => [
        'Accept: application/json',
        'Cookie: sid={{sid}}',
        'Content-Type: application/json',
        'Authorization: Bearer {{token}}',
    ],
    CURLOPT_POSTFIELDS => "{\n"
        . "  \"title\": \"{{title}}\",\n"
        . "  \"n\": 12345678901234567890\n"
        . '}',
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
    CURLOPT_URL => '{{baseUrl}}/books/{{bookId}}?q={{term}}%20x',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_CUSTOMREQUEST => 'POST',
    CURLOPT_TIMEOUT_MS => 1500,
    CURLOPT_HTTPHEADER => [
        'Accept: application/json',
        'Cookie: sid={{sid}}',
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => "{\n"
        . "  \"title\": \"{{title}}\",\n"
        . "  \"n\": 12345678901234567890\n"
        . '}',
]);

$response = curl_exec($curl);
if ($response === false) {
    throw new RuntimeException(curl_error($curl));
}

echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\n";
echo $response, "\n";
