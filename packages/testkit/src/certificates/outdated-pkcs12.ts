/**
 * The file of a client certificate as older programs write it: encrypted with 3DES and RC2. Made by
 * `openssl pkcs12 -export -legacy -certpbe PBE-SHA1-RC2-40 -keypbe PBE-SHA1-3DES`; its key is used nowhere.
 */
export const outdatedPkcs12 = {
  bytes: Buffer.from(
    [
      'MIIDcgIBAzCCAzgGCSqGSIb3DQEHAaCCAykEggMlMIIDITCCAhcGCSqGSIb3DQEHBqCCAggwggIEAgEAMIIB/QYJKoZIhvcN',
      'AQcBMBwGCiqGSIb3DQEMAQYwDgQII1zlPf8M02kCAggAgIIB0Pq8c/OpJC6m1YAVv7vX2bmoJytFOI7ZuwCwWaF+DfLFPsCT',
      'WjIx39ZXONh27yKl7FsKWj91l38S5rvhrOzSCApK9pVVwc0EVuuJMhs810ui19qmPEAwdsxAY8+tfD8JTS4Jx+uXfxgdUyIB',
      '37z7r0/8/KwTkyboKLYg0gOj6kidWrIQFNFKId400H3aFRMk1AZt/fTQ0KRc7atDPFay39XFgcBHAPrMKucW3uJ2VfTOm2UM',
      'uc3NRS/5E8pjogXLgGy03Sqh7rdpiMuKmluuAe86lTuyFhL5pPCLE+QcEfHEY+o2VchK35bkxNhBszx52E2m/eSwlpYvzw/W',
      'NiHVEsyeyiCqrKDtdJ52MhEA9pY71EN5p2xTIxda9zMbCP2krEVV+03X89YVOMYELCDyhvOVSjIcku42FKspOZAvoilufBb9',
      'oC3FfaErF6lmIk/yTTsu3vM9XIPzaOKkhGuOtpcc3jnDNmQwXPSnLpIzZoU9nFVx/azGM4DJys8dVf5PtLg1B6W7JgQtLNvp',
      '9e9owkmPC2U4RYsdaL76dG3kyYavhZEICeznZnnk9IAyaxlvDGdnPh/wJTrmnd5hRj5eY0qkt4kJdda+YkM+mgYO3wN5MIIB',
      'AgYJKoZIhvcNAQcBoIH0BIHxMIHuMIHrBgsqhkiG9w0BDAoBAqCBtDCBsTAcBgoqhkiG9w0BDAEDMA4ECEDN049m/geYAgII',
      'AASBkO9yy/61MtQfPz8Te9PgYbDEVpqU3MhsTTlo/mDpF8yN1LjgTrA1RnjOFpso/G1xIpTxzjBeftoxBS316o+fdy28yS4I',
      'VC7uice+xgBksHPExIdEzTNKWoyaKM/8EsFLqRPA0PUwJlpRTs+anpalrA21eOj3/2W1eVaiPjBaAQnDF4ysnGW4Zi3NM31e',
      'WJ0ZXzElMCMGCSqGSIb3DQEJFTEWBBQkgfKiB9ULOzeC7MrcEVG4h5Ix6TAxMCEwCQYFKw4DAhoFAAQUpTAuEejQMLi4K8P8',
      'PpMsyF1diWoECJoAuZTkPCXzAgIIAA==',
    ].join(''),
    'base64',
  ),
  passphrase: 'old',
} as const
