import { testUrls } from '../../packages/model/src/url/url-and-params.testkit.ts'

testUrls(20_000)
