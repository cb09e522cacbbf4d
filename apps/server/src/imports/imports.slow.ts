import { hostileArchives } from '@parley/testkit'
import { testHostileArchives, useImportFixture } from './imports.testkit.ts'

testHostileArchives(useImportFixture(), Object.keys(hostileArchives))
