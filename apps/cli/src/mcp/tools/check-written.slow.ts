import { describe } from 'vitest'
import { owners, secretPlaces, testWrites } from './check-written.testkit.ts'

describe.each(owners)('a secret of the kind %s', owner => testWrites(owner, Object.keys(secretPlaces)))
