import { useRunFixture } from '../run/run-fixture.testkit.ts'
import { someSecretCases, testSecretsOfGraphQl } from './graphql-secrets.testkit.ts'

testSecretsOfGraphQl(useRunFixture(), someSecretCases)
