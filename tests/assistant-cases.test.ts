import { expect, test } from 'vitest'
import { describeCases, type ShownCases, sourceOf } from './shown-cases.testkit.ts'

const services = 'packages/transport/src/ask-assistant.test.ts'
const conversations = 'apps/server/src/assistant/conversations.test.ts'
const settings = 'apps/server/src/assistant/assistant-settings.test.ts'
const questions = 'packages/engine/src/assistant/compose-question.test.ts'
const answers = 'packages/engine/src/assistant/read-proposal.test.ts'
const applied = 'apps/web/src/workbench/assistant/apply-proposal.test.ts'
const markdown = 'apps/web/src/markdown/read-markdown.test.ts'
const explain = 'apps/cli/src/explain/explain.test.ts'
const page = 'e2e/assistant.spec.ts'
const commands = 'e2e/assistant-commands.spec.ts'
const settingsPage = 'e2e/assistant-settings.spec.ts'
const keyboard = 'e2e/assistant-keyboard.spec.ts'
const budget = 'e2e/script-budget.spec.ts'

const inPage = 'nothing in an answer becomes HTML, is fetched or is a link (AI1)'
const proposed =
  'a proposal is shown as differences, asks if it leads elsewhere, and is applied as one step of undo'
const secretFree =
  'no secret is in any part of a question, in any form, and nothing is sent to compose it (AI1)'

/** What models, responses and services may do to the assistant (assistant.md 1; attacks AI1). */
const hostileCases = {
  'an answer with HTML, scripts, images and links': [
    [page, inPage],
    [markdown, 'links lead to the web and to mail only (UI4)'],
    [markdown, 'shows an image as a link, and as its text within a link'],
  ],
  'an answer with marks of direction, invisible characters or terminal codes': [
    [page, inPage],
    [services, 'terminal codes'],
  ],
  'Markdown that is nested too deeply': [[markdown, '%s is refused']],
  'a proposal for another host, or with another secret': [
    [page, proposed],
    [answers, '%j: %j'],
    [conversations, 'a proposal that uses another secret says so'],
    [conversations, 'a variable that would lead to another host says so'],
  ],
  'a proposal of no known form': [
    [answers, 'no JSON'],
    [answers, 'another kind'],
    [answers, 'a list'],
    [answers, 'a text that is none'],
    [answers, 'a method with a line break'],
    [answers, 'a proposal that has not ended is not shown yet'],
  ],
  'a script of 5 MB': [
    [answers, '5 MB'],
    [services, 'a line of 5 MB'],
  ],
  'the name __proto__, unknown members': [
    [answers, 'unknown members are left out and named'],
    [answers, 'unknown members are a reason to ask'],
  ],
  'a response that asks for secrets': [
    [conversations, secretFree],
    [questions, 'a body cannot end its own fence'],
    [questions, 'what looks like a secret'],
  ],
  'a service that is wrong, slow, busy or broken': [
    [services, '401'],
    [services, '404'],
    [services, '429'],
    [services, '500'],
    [services, '400 too long'],
    [services, 'HTML'],
    [services, 'wrong JSON'],
    [services, 'a refusal'],
    [services, 'an error at the end'],
    [services, 'a cut stream'],
    [services, 'a broken stream'],
    [services, 'an answer that comes byte by byte is the same'],
    [services, 'a service that is not there is named'],
  ],
  'a redirect that would take the key along': [
    [services, 'a redirect is not followed, so the key goes nowhere else'],
  ],
} as const satisfies ShownCases

/** What the assistant promises (spec 3, 4.4, 7; assistant.md 1). */
const promises = {
  'off, and nothing is contacted before Test or a question': [
    [settingsPage, 'the assistant is off, is set up with a preset, a key and a listed model, and is tested'],
    [settings, 'nothing is sent before Test Connection, which lists the models and asks the chosen one'],
    [conversations, 'an assistant that is off is not asked'],
  ],
  'a key that is sealed and goes to its own address': [
    [settings, 'a key is sealed, sent to its own address only, and never to the page'],
  ],
  'each kind of service': [
    [
      services,
      'is asked with the key, the headers and the question as it is, and its answer arrives in pieces',
    ],
    [services, 'its models are listed'],
    [services, 'without a key none is sent'],
  ],
  'Explain and Explain failures, where they belong': [
    [
      page,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
      'Explain leads to the settings and back, shows what is sent, and streams the answer, ${colorScheme}',
    ],
    [page, 'Explain stands at a failed send and at failed tests, and nowhere else'],
  ],
  'what is sent is what was shown, without secrets': [
    [conversations, 'a question is sent as it was shown, and its answer arrives'],
    [conversations, 'a failed send is composed from what was tried'],
    [conversations, 'an unsent draft has its own parts, and the settings tick them'],
    [questions, 'long bodies are cut at the end of a token, after they are masked'],
    [
      'packages/engine/src/assistant/summarize-sent.test.ts',
      'what was sent is counted by its parts, with the secrets that were masked',
    ],
  ],
  'Stop, and windows that are lost': [
    [services, 'Stop closes the connection and keeps what arrived'],
    [conversations, 'Stop ends the connection and keeps what arrived'],
    [conversations, 'a window that is lost ends its answers'],
  ],
  'proposals that Apply puts into the draft as one step of undo': [
    [page, proposed],
    [applied, 'a request keeps what a proposal does not name'],
    [applied, 'a test is added to the script, and a script replaces it'],
    [applied, 'a variable belongs to the request, and a description is its docs'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
    [commands, '${name}: the question is prepared, and the proposal is one step of undo'],
  ],
  'further commands, once it is set up': [
    [
      commands,
      'Explain this JSON asks about the body; none of the commands is listed while the assistant is off',
    ],
    [commands, 'beside a script its commands are listed once the assistant is on'],
  ],
  'proxies and certificates as in sends': [
    [services, 'the proxy of the settings is used'],
    [services, 'the certificates of the settings are used'],
  ],
  'a conversation for each tab, which New forgets': [
    [
      'apps/web/src/workbench/assistant/assistant.test.ts',
      'each tab has its own conversation, which New forgets',
    ],
  ],
  'no tools': [[services, 'a question offers no tools, so that nothing in an answer can call one']],
  'Retry after an answer that did not come': [
    [conversations, 'a question without an answer is asked again as it was sent'],
    [page, 'a question without an answer is asked again with Retry'],
  ],
  'Explain for a request of a run': [
    [conversations, 'a request of a run is composed from its result, without secrets'],
    ['e2e/run-page.spec.ts', 'Explain asks about one failed request of a run, beside that request'],
  ],
  'ticks that belong to what is asked about': [
    [
      'apps/web/src/workbench/assistant/assistant.test.ts',
      'another send has its own ticks, and nothing that looks like a secret is sent without a new one',
    ],
  ],
  'by keyboard alone': [
    [keyboard, 'the assistant explains, is stopped, applies and closes by keyboard alone'],
    [keyboard, 'a proposal that stands out is refused and applied by keyboard alone'],
    [keyboard, 'the assistant is set up by keyboard alone'],
  ],
  'parley explain': [
    [explain, 'shows what it sends, sends that without secrets, and prints the answer'],
    [explain, '--test takes a failed test or a request'],
    [explain, 'Ollama is asked without a key'],
    [explain, 'where nobody can be asked, nothing is sent without --yes'],
    [explain, 'the settings and the sealed key of the app are used'],
    [explain, 'an answer that breaks off is printed as far as it came'],
    [explain, '%s: nothing is sent'],
  ],
  'a page that starts as before': [
    [budget, 'the first request can be typed within the script budget'],
    [budget, 'the assistant loads at most 40 KB of scripts, when it is first opened'],
  ],
  'both themes, axe': [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
    [settingsPage, 'Settings → AI assistant is accessible, ${colorScheme}'],
  ],
} as const satisfies ShownCases

describeCases('hostile case of the assistant', hostileCases)
describeCases('promise of the assistant', promises)

test('each fault of a service belongs to a case, and every kind of service is asked', () => {
  const source = sourceOf(services)
  const rows = [...source.matchAll(/^ {4}\[(?:\n {6})?'([^'\n]+)',/gm)].map(([, row]) => row)
  const named: readonly string[] = hostileCases['a service that is wrong, slow, busy or broken'].map(
    ([, title]) => title,
  )
  const others = ['a line of 5 MB', 'terminal codes']
  expect(rows.length).toBeGreaterThan(12)
  expect(rows.filter(row => row === undefined || ![...named, ...others].includes(row))).toEqual([])
  expect(source).toContain("const kinds: readonly AssistantServiceKind[] = ['openai', 'anthropic', 'ollama']")
})
