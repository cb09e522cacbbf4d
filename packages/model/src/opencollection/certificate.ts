import type { ClientCertificate } from '../collection/collection.ts'
import type { ObjectReader } from './object-reader.ts'
import { listUnlessEmpty, objectOf, textUnlessEmpty, trueOrNothing } from './value.ts'

/** Reads the `ClientCertificate` list of a collection or an environment. */
export function readCertificates(reader: ObjectReader): readonly ClientCertificate[] {
  return reader.objects('clientCertificates', entry => {
    const fields = {
      domain: entry.text('domain'),
      passphrase: entry.text('passphrase'),
      enabled: !entry.flag('disabled'),
    }
    const type = entry.choice('type', ['pem', 'pkcs12'], 'pem')
    if (type === 'pkcs12') return { type, ...fields, pkcs12FilePath: entry.text('pkcs12FilePath') }
    return {
      type,
      ...fields,
      certificateFilePath: entry.text('certificateFilePath'),
      privateKeyFilePath: entry.text('privateKeyFilePath'),
    }
  })
}

export function writeCertificates(certificates: readonly ClientCertificate[]) {
  return listUnlessEmpty(certificates, certificate =>
    objectOf({
      domain: certificate.domain,
      type: certificate.type,
      ...(certificate.type === 'pem'
        ? {
            certificateFilePath: certificate.certificateFilePath,
            privateKeyFilePath: certificate.privateKeyFilePath,
          }
        : { pkcs12FilePath: certificate.pkcs12FilePath }),
      passphrase: textUnlessEmpty(certificate.passphrase),
      disabled: trueOrNothing(!certificate.enabled),
    }),
  )
}
