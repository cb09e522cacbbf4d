import { kill, testEvent } from '../support/rooms/windows.ts'

testEvent({
  name: 'the process of the worker is killed',
  keepsFirst: null,
  happen: (_, worker) => kill(worker),
})
