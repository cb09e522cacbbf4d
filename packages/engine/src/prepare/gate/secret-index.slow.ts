import { testRandomTexts } from './secret-index.testkit.ts'

testRandomTexts(250)
