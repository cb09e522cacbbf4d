import type { Environment, ExternalSecrets } from '../collection/collection.ts'
import type { Result } from '../result.ts'
import { readCertificates, writeCertificates } from './certificate.ts'
import { type ObjectReader, readFile } from './object-reader.ts'
import type { ReadProblem } from './read-problem.ts'
import { describedBy, writeDescription } from './row.ts'
import {
  listUnlessEmpty,
  type OpenCollectionObject,
  objectOf,
  textUnlessEmpty,
  trueOrNothing,
} from './value.ts'
import { readVariables, writeVariables } from './variable.ts'

/** Reads a file of `environments/`. */
export function readEnvironment(value: unknown): Result<Environment, readonly ReadProblem[]> {
  return readFile(value, readEnvironmentObject)
}

export function readEnvironmentObject(environment: ObjectReader): Environment {
  return {
    name: environment.text('name'),
    color: environment.text('color'),
    ...describedBy(environment),
    variables: readVariables(environment),
    ...(environment.has('externalSecrets')
      ? { externalSecrets: readExternalSecrets(environment.object('externalSecrets')) }
      : {}),
    clientCertificates: readCertificates(environment),
    extendsName: environment.text('extends'),
    dotEnvFilePath: environment.text('dotEnvFilePath'),
  }
}

export function writeEnvironment(environment: Environment): OpenCollectionObject {
  return objectOf({
    name: environment.name,
    color: textUnlessEmpty(environment.color),
    description: writeDescription(environment.description),
    variables: writeVariables(environment.variables),
    externalSecrets: environment.externalSecrets && writeExternalSecrets(environment.externalSecrets),
    clientCertificates: writeCertificates(environment.clientCertificates),
    extends: textUnlessEmpty(environment.extendsName),
    dotEnvFilePath: textUnlessEmpty(environment.dotEnvFilePath),
  })
}

/** Each store uses a different key for the reference to a secret. */
const referenceKeys: Readonly<Record<ExternalSecrets['store'], string>> = {
  'hashicorp-vault-cloud': 'path',
  'hashicorp-vault-server': 'path',
  'aws-secrets-manager': 'secretName',
  'azure-key-vault': 'vaultName',
  'gcp-secrets-manager': 'projectId',
}

const stores = [
  'hashicorp-vault-cloud',
  'hashicorp-vault-server',
  'aws-secrets-manager',
  'azure-key-vault',
  'gcp-secrets-manager',
] as const

function readExternalSecrets(secrets: ObjectReader): ExternalSecrets {
  const store = secrets.choice('type', stores, 'hashicorp-vault-cloud')
  return {
    store,
    variables: secrets.objects('variables', entry => {
      // The schema also allows the key of another store; its text is used.
      const keys = [referenceKeys[store], ...Object.values(referenceKeys)]
      return {
        name: entry.text('name'),
        ...describedBy(entry),
        enabled: !entry.flag('disabled'),
        reference: entry.text(keys.find(key => entry.has(key)) ?? referenceKeys[store]),
      }
    }),
  }
}

function writeExternalSecrets(secrets: ExternalSecrets): OpenCollectionObject {
  return objectOf({
    type: secrets.store,
    variables: listUnlessEmpty(secrets.variables, secret =>
      objectOf({
        name: secret.name,
        description: writeDescription(secret.description),
        disabled: trueOrNothing(!secret.enabled),
        [referenceKeys[secrets.store]]: secret.reference,
      }),
    ),
  })
}
