import { evenly } from '@parley/testkit/evenly'
import { corpusFiles } from '../corpus-proto.testkit.ts'
import { testNodeDescriptors } from './node-descriptors.testkit.ts'

testNodeDescriptors(evenly(corpusFiles, 300))
