import { testRandomTexts } from '../../packages/engine/src/prepare/gate/secret-index.testkit.ts'

testRandomTexts(1_000)
