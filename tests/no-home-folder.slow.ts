import { accounts, commands, testAccounts } from './no-home-folder.testkit.ts'

testAccounts(
  keysOf(accounts).flatMap(account => keysOf(commands).map(command => [account, command] as const)),
)

function keysOf<Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(record).filter((name): name is Name => name in record)
}
