import { expect, test } from 'vitest'
import { describeCases, type ShownCases, sourceOf } from './shown-cases.testkit.ts'

const hostile = 'apps/cli/src/mcp/hostile-agents.test.ts'
const secrets = 'apps/cli/src/mcp/agent-secrets.test.ts'
const stdio = 'apps/cli/src/mcp/agents-over-stdio.test.ts'
const leaks = 'apps/cli/src/mcp/secret-leaks.test.ts'
const bodies = 'apps/cli/src/mcp/hidden-bodies.test.ts'
const calls = 'apps/cli/src/mcp/hostile-calls.test.ts'
const tools = 'apps/cli/src/mcp/agent-tools.test.ts'
const http = 'apps/cli/src/mcp/agents-over-http.test.ts'
const writing = 'apps/cli/src/mcp/writing-agents.test.ts'
const changed = 'apps/cli/src/mcp/changed-files.test.ts'
const limits = 'apps/cli/src/mcp/sending/send-limits.test.ts'
const reports = 'apps/cli/src/mcp/watch/app-reports.test.ts'
const outcomes = 'tests/agents-see-outcomes.test.ts'
const index = 'packages/engine/src/gate/secret-index.test.ts'
const page = 'e2e/agents.spec.ts'

/** What agents, servers and workspaces may do to `parley mcp` (assistant.md 2; attacks MC1, SE8). */
const hostileCases = {
  'partial lines': [[hostile, 'pieces of a character and of a line are joined']],
  'a line of 100 MB': [
    [hostile, 'a line of 100 MB costs no memory and ends nothing'],
    [hostile, '%s is answered with its code, and the next one is served'],
  ],
  'batches, odd ids, unknown methods': [
    [hostile, 'a batch'],
    [hostile, 'an id that is an object'],
    [hostile, 'an id that is a fraction'],
    [hostile, 'an unknown method'],
  ],
  'paths out of the workspace': [
    [hostile, 'a path out of the workspace'],
    [hostile, 'an absolute path'],
    [hostile, 'a detour'],
    [hostile, 'a body of somebody else'],
    [leaks, 'a resource %s is not read'],
    [writing, 'a folder outside'],
    [outcomes, '%j is no outcome'],
  ],
  'names with marks of direction and terminal codes': [
    [hostile, 'scripts and terminal codes never reach the lines of the protocol or of the log'],
  ],
  'variables named __proto__': [[hostile, 'a variable called __proto__ changes nothing']],
  'input that ends during a send': [[hostile, 'a send that is not answered is cancelled by %s']],
  'output of scripts': [
    [hostile, 'scripts and terminal codes never reach the lines of the protocol or of the log'],
  ],
  'a response without an end': [
    [
      'apps/cli/src/mcp/memory.slow.ts',
      'a response that never ends is refused after 64 MB, and its memory is free again',
    ],
    ['apps/cli/src/mcp/sending/kept-bodies.test.ts', 'a body of more than 64 MB ends its send'],
  ],
  'variables that choose the host': [
    [secrets, '%s: a request with a secret is refused'],
    [secrets, '%s: it is sent to a host that the user allowed'],
    [secrets, 'a request without secrets is sent'],
    [leaks, 'what a script keeps of a response goes to no host that an agent chooses: %s'],
  ],
  'redirects, cookies and errors that carry secrets': [
    [leaks, 'takes no secret along'],
    [leaks, 'cookies with a secret go to no other host, and are shown to no agent'],
    [secrets, 'no output of any call shows a secret that went out, in any form (attacks MC1)'],
  ],
  'scripts that print or keep secrets': [
    [secrets, 'a script reads no secret, also one that the app allows to scripts'],
    [leaks, 'what scripts say of a response hides its secrets: %s'],
  ],
  'a secret in a host, a short one, and one that was typed into a file': [
    [bodies, 'is hidden in errors, also in small letters: %s'],
    [bodies, 'a secret that is too short to be searched for is in no address that an agent gets'],
    [bodies, 'a secret that was typed into the file of a request is shown to no agent'],
  ],
  'a body in Base64': [
    [bodies, 'is hidden before it is divided, with %i bytes before the secret'],
    [bodies, 'is hidden before it is cut, %i bytes before the end'],
  ],
  'a search that could find a secret out': [
    [bodies, 'a search of requests finds no secret out, character by character'],
  ],
  'an agent that closes its pipes': [
    [calls, 'an agent that closes standard error is served further'],
    [calls, 'an agent that closes its end of the output in the middle of a send ends the program'],
  ],
  'names of tools and prompts, and arguments of other types': [
    [calls, '%s with %j is refused, and the next call is served'],
    [calls, 'a message that is nested a million times ends nothing'],
  ],
  'many calls at a time': [
    [calls, 'fifty calls at a time are all answered, and those that are cancelled send nothing further'],
  ],
  'a secret that a cut divides': [
    [
      'apps/cli/src/mcp/long-bodies.testkit.ts',
      'a long body is cut with its secrets hidden, also one that the cut divides',
    ],
  ],
  'arguments and filters of any size': [
    [leaks, '%s ends nothing'],
    [bodies, 'what an agent gives as a path is cut in the log and in the answer'],
    [leaks, 'the filter %s of a body does not stop the server'],
  ],
  'forms of secrets': [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
    [index, 'a pass misses no secret, in ${count * textsOfSecrets} random texts'],
    [index, '%s, and no other one'],
    [index, 'after the end of an escape that takes its beginning'],
  ],
  'secrets of the app and of other environments': [
    [outcomes, 'no outcome shows a secret, wherever requests, responses or results had it'],
  ],
  'outcomes of what is not exposed': [
    [outcomes, 'outcomes of requests that agents may not use are neither listed nor read'],
    [outcomes, 'outcomes of another workspace are neither listed nor read'],
  ],
  'files that change a moment before': [
    [changed, 'of the file as it is now, however often it changes'],
    [changed, 'never of %s'],
    [changed, 'never of a new request that hides itself behind the name of another'],
  ],
  'requests that take secrets elsewhere': [
    [writing, 'another host'],
    [writing, 'a secret in the query'],
    [writing, 'a name made of names'],
    [writing, 'a secret stays in its part of a request, and comes into no other one'],
  ],
  'other programs and pages on the port': [
    [http, 'is refused, whatever is wrong with it, and nothing is sent'],
    [http, 'another page'],
    [http, 'no token'],
    [http, 'a body of 9 MB'],
    [http, 'it ends with SIGTERM, also while an agent is connected, and only 127.0.0.1 is bound'],
  ],
  'an app that hangs, or whose lock is broken': [
    [reports, 'hangs'],
    [reports, 'is gone'],
  ],
} as const satisfies ShownCases

/** What `parley mcp` promises (assistant.md 2). */
const promises = {
  'list_requests, get_request, send_request, read_body': [
    [stdio, 'lists, reads and sends requests, and reads bodies and outcomes'],
    [stdio, '100 requests are a page'],
    [tools, 'a send ends after the time that an agent gives'],
  ],
  run_collection: [
    [stdio, 'data gives each iteration its row'],
    [tools, 'a run takes tags and iterations, and counts them among the sends of a minute'],
    [stdio, 'values of scripts last until the server ends, and not in runs'],
  ],
  'get_run, list_history': [
    [outcomes, 'sends and runs of the app are listed and read, with those of the agent'],
  ],
  'save_request, create_request': [
    [writing, 'without --allow-write the tools do not exist'],
    [writing, 'a request is created, changed and sent; comments stay'],
    [writing, 'what an agent does not name stays, with its secrets'],
  ],
  'annotations and prompts': [
    [tools, 'each tool says whether it reads, changes, and reaches the network'],
    [tools, 'the prompts name the tools, and the path that is given'],
  ],
  'a folder with one collection': [
    [
      stdio,
      'a folder with one collection of a workspace exposes only that, with the environment and secrets of its workspace',
    ],
    [stdio, 'a collection in no workspace is served with its own environments'],
  ],
  'both eras, with the official clients': [
    [stdio, 'the official client %s'],
    [http, 'the official client %s sends requests over HTTP'],
  ],
  'secrets of the device for --environment, and --secret': [
    [secrets, 'secrets come from this device, for the environment that is named'],
    [secrets, 'a secret that changes on this device is used and hidden with the next send'],
    [hostile, 'a row with a secret'],
  ],
  '--read-only': [
    [hostile, '%s is not sent'],
    [hostile, 'a GET is sent'],
    [writing, '--read-only and --allow-write exclude each other'],
  ],
  'agents: false': [[hostile, 'hidden requests are neither listed nor run']],
  'at most 4 sends at a time, 60 a minute': [
    [limits, 'at most four tasks run at a time, in order, whenever a new one comes while another ends'],
    [limits, 'sends of the last minute count, and the time to wait is named'],
    [hostile, 'more sends than allowed are refused with the time to wait'],
  ],
  'files are seen as they are': [
    [stdio, 'a request that changes on disk is sent as it is now'],
    ['apps/cli/src/mcp/changed-files.testkit.ts', 'many changes, one after another'],
    ['apps/cli/src/mcp/changed-files.slow.ts', 'the next call sees another branch of git'],
    [changed, 'with the environment and the secret as they are now'],
  ],
  'the person who watches': [
    [reports, 'the running app gets what is exposed, each call once, and the end'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
    [page, 'the copied set-up starts an agent, whose calls are listed as they are made, ${colorScheme}'],
    [page, 'the set-up is chosen and copied by keyboard alone'],
  ],
} as const satisfies ShownCases

describeCases('hostile case of agents', hostileCases)
describeCases('promise of agents', promises)

test('each bound of agents is measured', () => {
  const bench = sourceOf('bench/agents.mjs')
  for (const bound of ['measureLists', 'measureMemory', 'measureSecrets'])
    expect(bench).toContain(`await ${bound}()`)
})

test('each hostile test of agents belongs to a case', () => {
  const named: readonly string[] = [...Object.values(hostileCases), ...Object.values(promises)]
    .flat()
    .map(([, title]) => title)
  for (const file of [hostile, calls, secrets, leaks, bodies, outcomes, changed]) {
    const titles = [...sourceOf(file).matchAll(/^ {0,2}test\('([^'\n]+)'/gm)].map(([, title = '']) => title)
    expect(titles.length).toBeGreaterThan(1)
    expect(titles.filter(title => !named.includes(title) && !known.includes(title))).toEqual([])
  }
})

/** Kinds of changes that their tables name. */
const known: readonly string[] = ['a folder of the workspace that was replaced by another']
