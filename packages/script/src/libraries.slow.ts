import { testEndlessLibraries } from './libraries.testkit.ts'

testEndlessLibraries()
