// In place of modules of Node that libraries look for and can do without.
// An import without values finds nothing here.
export {}
