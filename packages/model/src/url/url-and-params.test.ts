import { testUrls } from './url-and-params.testkit.ts'

testUrls(300)
