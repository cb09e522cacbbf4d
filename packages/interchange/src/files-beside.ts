import type { Collection, Folder } from '@parley/model'

/** Returns the files with service definitions that a collection names: they are beside it, and in no export. */
export function filesBeside(collection: Collection): readonly string[] {
  const paths = new Set(collection.protobuf.protoFilePaths)
  const visit = ({ items }: Collection | Folder) => {
    for (const item of items) {
      if (item.kind === 'folder') visit(item)
      else if ('protoFilePath' in item) paths.add(item.protoFilePath).add(item.options.descriptorSetPath)
    }
  }
  visit(collection)
  paths.delete('')
  return [...paths]
}
