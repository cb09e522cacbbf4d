import { testHostileMarkdown } from './read-markdown.testkit.ts'

testHostileMarkdown(200_000)
