/**
 * Files with a function of more than 60 lines. The list only shrinks: a file that no longer has one fails
 * `tests/lint-nets.slow.ts`, and a new long function must be split instead of listed here.
 */
export const filesWithLongFunctions: readonly string[] = [
  'apps/cli/src/run/define-run-command.ts',
  'apps/web/src/components/fields/VariableInput.tsx',
  'apps/web/src/library/library.ts',
  'apps/web/src/library/sidebar-commands.ts',
  'apps/web/src/views/Environments/EnvironmentChoices.tsx',
  'apps/web/src/views/Environments/VariableTable.tsx',
  'apps/web/src/views/ResponsePane/body/ResponseBody.tsx',
  'apps/web/src/views/Runner/RunOptions.tsx',
  'apps/web/src/views/Request/SaveRequestDialog.tsx',
  'apps/web/src/views/TabStrip/TabStrip.tsx',
  'apps/web/src/workbench/runs/run-pages.ts',
  'apps/web/src/workbench/runs/runs.ts',
  'apps/web/src/workbench/request/tokens.ts',
  'packages/convert/src/import/hoppscotch/hoppscotch-request.ts',
  'packages/interchange/src/write-import.ts',
  'packages/script/src/sandbox/host-operations.ts',
  'packages/testkit/src/servers/start-oauth-server.ts',
  'scripts/peer-suites/bruno-answers.mjs',
]
