import { testUrls } from './url-and-params.testkit.ts'

testUrls(4_000)
