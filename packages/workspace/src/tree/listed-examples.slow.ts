import { testAnyExamples } from './listed-examples.testkit.ts'

testAnyExamples(300)
