import { useRunFixture } from '../run/run-fixture.testkit.ts'
import { allSecretCases, testSecretsOfGraphQl } from './graphql-secrets.testkit.ts'

testSecretsOfGraphQl(useRunFixture(), allSecretCases)
