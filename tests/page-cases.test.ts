import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeCases, type ShownCases } from './shown-cases.testkit.ts'

const layout = 'e2e/page-layout.spec.ts'
const focus = 'e2e/focus-after-commands.spec.ts'
const bodies = 'e2e/response-body.spec.ts'
const settings = 'e2e/settings.spec.ts'
const strip = 'e2e/tab-strip.spec.ts'
const commands = 'e2e/tab-commands.spec.ts'
const sidebar = 'e2e/sidebar.spec.ts'
const tables = 'e2e/tables.spec.ts'
const environments = 'e2e/environments.spec.ts'
const forms = 'e2e/body-types.spec.ts'
const history = 'e2e/history.spec.ts'
const runs = 'e2e/run-page.spec.ts'
const unsaved = 'e2e/unsaved-work.spec.ts'
const code = 'e2e/generate-code.spec.ts'
const startup = 'e2e/script-budget.spec.ts'
const examples = 'e2e/examples.spec.ts'
const exampleIds = 'apps/server/src/library/example-ids.test.ts'
const exampleCommands = 'apps/web/src/workbench/tabs/example-commands.test.ts'
const message = 'packages/engine/src/build-message.test.ts'
const hiding = 'packages/engine/src/hide-withheld.test.ts'
const statedCode = 'packages/codegen/src/stated-differences.test.ts'
const names = 'packages/model/src/url/name-from-url.test.ts'
const entries = 'packages/appdata/src/history/history-store.test.ts'
const bodyTexts = 'apps/server/src/bodies/body-texts.test.ts'
const search = 'apps/server/src/bodies/rows-and-search.test.ts'
const starts = 'apps/server/src/second-start.test.ts'
const completion = 'apps/cli/src/completion/completion.test.ts'
const display = 'apps/web/src/workbench/response/body-display.test.ts'
const timeline = 'apps/web/src/workbench/response/timeline.test.ts'
const days = 'apps/web/src/workbench/history-days.test.ts'
const edits = 'apps/web/src/workbench/tabs/body-text-edits.test.ts'
const closedTabs = 'apps/web/src/workbench/tabs/closed-tabs.test.ts'
const runRows = 'apps/web/src/workbench/runs/run-rows.test.ts'
const runWords = 'apps/web/src/workbench/runs/run-words.test.ts'
const drops = 'apps/web/src/library/drop-target.test.ts'
const folded = 'apps/web/src/library/folded-entries.test.ts'
const variables = 'apps/web/src/workbench/variables/describe-variable.test.ts'

/** What a user may count on when moving around the page (DESIGN 1 to 3, 6). */
const movingCases = {
  'keys that are typed at once arrive in what a command opens': [
    [focus, 'keys that are typed before a dialog is loaded arrive in their order'],
    [focus, 'text that is typed right after Save on a new request becomes its name'],
    [focus, 'keys that edit and a paste arrive as well where a command leads'],
    [focus, 'typing goes on at once in the tab that a command leads to'],
  ],
  'the focus follows what is opened': [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
    [focus, 'every command leaves the focus where its table says, ${round}'],
    [focus, 'the focus follows what the palette opens'],
    [focus, 'the focus is on the copy that is duplicated while its name is typed'],
    ['e2e/import.spec.ts', 'a file is read, shown, and imported when the user confirms'],
  ],
  'the focus stays where a command removes its own button': [
    [runs, 'the focus stays on the page of a run while its buttons come and go'],
    [
      environments,
      'Set active and Duplicate, which another button or page replaces, leave the focus beside them',
    ],
    [sidebar, 'after a deletion the focus is on the row that is in its place'],
  ],
  'F6 leads to the tree of the sidebar': [
    ['e2e/keyboard-only.spec.ts', 'F6 cycles through the panes, and the splitters move by arrow keys'],
  ],
  'Import begins at the choice of its source': [
    ['e2e/import.spec.ts', 'a file is read, shown, and imported when the user confirms'],
  ],
  'Find is reached from every pane': [[commands, 'Ctrl+F searches the response from wherever the focus is']],
  'tabs are changed and reopened by keys, and name the window': [
    [commands, 'tabs are changed and reopened by keys, and the window is named after the tab'],
    [closedTabs, 'closed tabs come back in their places, the last one first, with what was typed'],
    [closedTabs, 'the window is named after the active tab and its collection'],
  ],
  'shortcuts have the names of the system, and Esc leads back to their button': [
    [settings, 'a shortcut is changed, taken over from another command, and reset'],
  ],
  'many tabs keep names that can be read': [
    [strip, 'the names of twelve tabs can be read, the active one is wider, and the strip scrolls'],
  ],
  'what was typed can be undone after another tab or section was shown': [
    [
      'e2e/undo-after-switch.spec.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
      'what was typed in the ${name} can be undone and repeated after a switch to ${place}',
    ],
    [
      'e2e/paste-curl.spec.ts',
      'the notice of a paste undoes it in its tab, wherever the user is, and leaves when it was undone',
    ],
    [sidebar, 'after Undo in a notice the focus stays on the page'],
  ],
  'the row of an open request is in sight, and its menu is at the row': [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
    [sidebar, 'the row of a request that is opened ${way} comes in sight'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
    [sidebar, 'the menu of a row opens at the row with ${opening}, which is marked'],
  ],
  'a number that is typed is kept when Esc closes the settings': [
    [settings, 'a number that is typed is kept when Esc closes the dialog'],
  ],
  'the palette lists a command first if its whole name is typed': [
    ['e2e/palette.spec.ts', 'a command whose whole name is typed comes before requests that contain it'],
  ],
  'folders stay as the user left them': [
    [sidebar, 'what is folded stays folded after a reload'],
    [folded, 'remembers what is folded, also what another window folded'],
  ],
  'an entry is dropped before a folder, and near its middle into it': [
    [drops, '%s over %s at %d goes where the indicator shows'],
    [sidebar, 'dragging reorders and moves, and Undo and Ctrl+Z revert it'],
  ],
  'a command on an example acts on the one that was chosen, or says why not': [
    [examples, 'keys that follow each other at once act on the same example, also among others of its name'],
    [examples, 'a command on an example that another program deleted leaves the others alone, and says so'],
    [exampleCommands, 'acts on the same example while it is moved, without waiting'],
    [exampleCommands, '%s finds an example that another program moved'],
    [exampleCommands, '%s leaves its neighbour alone if another program deleted it, and says so'],
    [exampleIds, '%s'],
  ],
  'a window without a link says what to do': [
    [layout, 'a window without the link says which command prints it'],
  ],
  'with nothing open, all ways to begin are offered': [
    [layout, 'with no request open, the page offers all ways to begin'],
  ],
} as const satisfies ShownCases

/** What a user may count on to see (DESIGN 2, 3, 7). */
const lookCases = {
  'forced colours show the focus and all choices': [
    [
      'e2e/forced-colors.spec.ts',
      'in forced colours the focus, what is chosen, switches and dialogs can be seen',
    ],
  ],
  'no control is cut off side by side': [
    [layout, 'side by side, all tabs of a request show, and no control is cut off'],
  ],
  'rings and lines of tabs fit their words': [
    [layout, 'a ring around a tab does not cut through its word, and the line below is as wide as the word'],
  ],
  'a table is as wide as its pane': [
    [layout, 'a table is as wide as its pane, and scrolling moves none of its cells'],
  ],
  'Value has the most room in form-data, and files show their size': [
    [layout, 'of the columns of form-data, Value has the most room'],
    [forms, 'Form-data: text and real files with their types, selected and dropped'],
  ],
  'scripts and authorization get the height that they need': [
    [layout, 'scripts and authorization get more height than a table, each remembered'],
  ],
  'a low window shows one pane': [[layout, 'a low window shows one pane']],
  'controls of the status bar are large enough': [[layout, 'every control of the status bar is 24 px high']],
  'fields beside each other have one height, and labels are level with them': [
    ['e2e/proxy.spec.ts', 'the fields of a proxy have one height, and each label is level with its field'],
  ],
  'signs of code are not joined': [[layout, 'signs such as => are shown one by one, wherever code is']],
  'a quick response blanks nothing': [
    [layout, 'a response that comes quickly takes the place of the one before without a blank frame'],
  ],
} as const satisfies ShownCases

/** What the page says (DESIGN 3, 4). */
const wordCases = {
  'Save is off without changes, and says that it has saved': [
    [commands, 'Save does nothing without changes, and says when it has saved'],
  ],
  'the question on unsaved changes has one primary button': [
    [strip, 'the question on unsaved changes has Save as its primary button, which Ctrl+Enter presses'],
  ],
  'Delete says one thing': [
    [sidebar, 'a deleted request stays in its tab, unsaved, and is restored from Recently deleted'],
  ],
  'a request without a name has one name': [
    [names, '%j is named %j'],
    ['apps/web/src/workbench/workbench.test.ts', 'names a tab after the request, or after its URL'],
  ],
  'the phases of Timeline add up': [
    [layout, 'the phases of the Timeline and those of its scripts make up the whole time'],
    [timeline, 'follow each other to the end, and time of no phase is one of its own'],
    [timeline, 'include the scripts, which are not part of the total'],
  ],
  'dates are written alike': [
    [days, 'the page writes all dates alike, as no other file formats any'],
    [days, 'a moment is part of a sentence'],
  ],
  'suggestions name the environment of a variable': [
    [variables, 'a reference is described by its value and scope, or as unknown'],
    [tables, 'variables are suggested in a cell, coloured, and explained on hover'],
  ],
  'the list of environments counts variables, and none is saved without a name': [
    [
      environments,
      'the list says how many variables there are, and follows changes; a value without a name is not saved',
    ],
  ],
  'what is inherited or overridden names its source': [
    ['e2e/authorization.spec.ts', 'Inherit names its source, and follows its changes'],
  ],
} as const satisfies ShownCases

/** What requests and responses do in the page (spec 2, 4). */
const exchangeCases = {
  'a view that is chosen holds for its tab, the setting for the others': [
    [bodies, 'an image opens as a preview, other binary bodies as hex, and each tab keeps its own view'],
    [settings, 'the default response view opens first, in tabs that are open already'],
    [display, 'a body of type %s opens where there is something to see'],
  ],
  'a typed Content-Type of a form gets its boundary': [
    [message, '%j gets the boundary of the form, and a notice'],
  ],
  'Find has words, cases and regular expressions': [
    [bodies, 'words, cases and regular expressions are found, and what is none says so'],
  ],
  'a format of other content changes nothing': [
    [bodyTexts, '%s that is chosen for %s shows it as received'],
    ['apps/web/src/workbench/response/body-note.test.ts', '%s has the note'],
  ],
  'Auto-format says what it left alone': [[message, '%j, formatted: %j, has the notices %j']],
  'headers and media types are suggested': [
    [tables, 'names and values of headers are suggested, and typed text stays unless one is chosen'],
    [
      'apps/web/src/workbench/suggestions/suggest-headers.test.ts',
      'media types are suggested for Content-Type and Accept, the common ones first',
    ],
  ],
  '10 MB in a field block nothing': [
    [tables, 'a text of 10 MB is refused by each kind of field with a next step, and the body takes it'],
  ],
  'a short secret is hidden where it was filled in, and nowhere else': [
    [hiding, 'a secret under 8 characters is hidden only where its name was filled in'],
  ],
  'rows of the history name the host': [
    [history, 'the history groups sends by day, and can be searched, opened and cleared'],
    [history, 'a row of the history shows its host, however long its path is'],
  ],
  'words of a search in the history need not touch': [
    [entries, 'entries are listed by page, newest first, and found by URL and method in any case'],
  ],
  'the sidebar finds requests by their URL': [
    [sidebar, 'the filter finds requests by their URL as well, also one that was saved a moment ago'],
  ],
  'Save here needs a destination that shows': [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the title as its file has it.
    ['e2e/saving.spec.ts', '${theme} › a new request is saved where the user chooses'],
  ],
  'one environment is exported and imported': [
    [environments, 'an environment is exported from its own menu, without its secrets, and imported again'],
  ],
  'generated code says what its library cannot send': [[statedCode, '%s']],
  'the libraries of a language are listed together': [
    [code, 'the code of a request is chosen, shown and copied by keyboard, and the focus returns'],
  ],
  'a run lists what ended and what is to come, with counts that add up and reasons': [
    [runs, 'a running run lists what is still to come, so that the counts add up'],
    ['apps/web/src/workbench/runs/rows-to-come.test.ts', 'a run that has %s has none'],
    [runRows, 'are in exactly one group each, so that the counts of the filters add up'],
    [runWords, 'the tests of %j are %j'],
    [runs, 'a folder is run with data, inspected, run again, compared and exported as a report'],
  ],
} as const satisfies ShownCases

/** What the command line and an install say. */
const terminalCases = {
  'an install under an older Node prints no warnings': [
    [
      'tests/quiet-install.test.ts',
      'npm warns of each package that asks for another Node, unless it reads the settings of the repository',
    ],
  ],
  'a second start opens its folder in the first, and says what does not apply': [
    [starts, 'it opens a workspace in the first, and names options that come too late'],
    [starts, 'a second start finds the first, prints its address, and exits'],
  ],
  'shells offer the known values of options and arguments': [
    ['apps/cli/src/completion/bash.slow.ts', 'commands, options and their values are offered'],
    [completion, '%s offers the known values of options and arguments'],
  ],
} as const satisfies ShownCases

/** What stays quick, whatever its size. */
const loadCases = {
  'a key in a long body renders nothing but its editor': [
    [
      'e2e/typing.spec.ts',
      'a key in a long body renders nothing but its editor, and the first one marks the tab as unsaved',
    ],
    [
      'apps/web/src/workbench/tabs/shown-request.test.ts',
      'is another one in each section that shows more of the body than its editor',
    ],
  ],
  'typing in a megabyte is stored by changes': [
    [
      unsaved,
      'typing in a body of a megabyte is stored by changes, and all of it is there after a kill and a reload',
    ],
    [edits, 'of 10,000 changes of a long body each is stored, and few of them as a whole'],
  ],
  'the first rows of Pretty show at once': [
    [bodyTexts, 'shows its first rows at once, and finds matches in them, while the rest is formatted'],
    [bodies, 'a long body folds as a short one does, and find, copy and the scroll bar respect it'],
  ],
  'the first script is small, and arrives compressed': [
    [startup, 'the first request can be typed within the script budget'],
    [startup, 'what the page loads arrives compressed, and is kept'],
  ],
  'the first match shows while others are counted': [
    [bodyTexts, 'shows its first rows at once, and finds matches in them, while the rest is formatted'],
    [search, 'a search finds all that a naive search finds, at the same positions'],
    [bodies, 'find searches all of a large body, in both directions'],
  ],
} as const satisfies ShownCases

describeCases('promise on moving around the page', movingCases)
describeCases('promise on what the page shows', lookCases)
describeCases('promise on what the page says', wordCases)
describeCases('promise on requests and responses in the page', exchangeCases)
describeCases('promise on the terminal', terminalCases)
describeCases('promise on large content', loadCases)

/** What `npm run bench:page` measures; its figures are in the document that users read. */
const measured = [
  '1 MB: median key until its frame',
  '1 MB: sent to keep a key',
  'first rows of Pretty',
  'their fold marks',
  'no match found',
  'frames of scrolling later than 50 ms',
  'growth of the page',
]

test.each(measured)('docs/performance.md has a figure of the page: %s', what => {
  const text = readFileSync(new URL('../docs/performance.md', import.meta.url), 'utf8')
  const row = text.split('\n').find(line => line.startsWith(`| ${what} `))
  expect(row).toMatch(/\d/)
  expect(text).toMatch(/\| first of [\d,]+ matches /)
})
