import { evenly } from '@parley/testkit/evenly'
import { corpusFiles } from '../corpus-proto.testkit.ts'
import { testAgainstProtoc } from './protoc.testkit.ts'

testAgainstProtoc(evenly(corpusFiles, 200))
