/**
 * The layers of ARCHITECTURE.md: what each folder may import of Parley, and how it reaches the system. `npm
 * run lint:write` generates the lint's table of layers from this map.
 *
 * A name means the whole package, `name:.` its root only and `name:entry` one of its entries.
 *
 * - `pure`: nothing of Node; the code runs anywhere.
 * - `files`: reaches files only through `@parley/files`.
 * - `open`: no rule.
 */
export type Layer = readonly [allowed: string, system: 'pure' | 'files' | 'open']

const hosts =
  'model protobuf engine convert codegen interchange files script transport workspace appdata testkit'

export const layers: Readonly<Record<string, Layer>> = {
  'packages/model': ['', 'pure'],
  'packages/protobuf': ['model', 'pure'],
  'packages/engine': ['model protobuf', 'pure'],
  'packages/convert': ['model', 'pure'],
  'packages/codegen': ['model engine', 'pure'],
  'packages/files': ['', 'open'],
  'packages/script': ['model engine files', 'files'],
  'packages/transport': ['model engine files', 'files'],
  'packages/workspace': ['model engine files', 'files'],
  'packages/interchange': ['model engine convert codegen files script workspace', 'files'],
  'packages/appdata': ['model engine files', 'files'],
  'packages/testkit': ['model protobuf files', 'files'],
  'apps/server': [hosts, 'files'],
  'apps/cli': [hosts, 'files'],
  'apps/web': [
    'model protobuf engine:. engine:json-query engine:printers engine:search convert codegen server:contract',
    'pure',
  ],
  'apps/desktop': ['server:desktop web:menus appdata files', 'open'],
  'apps/single': ['files', 'files'],
}
