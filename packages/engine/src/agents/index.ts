export { literalSecretsOf, literalsIn } from './literal-secrets.ts'
export { authorityOf, type SecretDestination, SecretDestinations } from './secret-destinations.ts'
