import { testProxy } from '../support/rooms/proxy.ts'

testProxy('light')
