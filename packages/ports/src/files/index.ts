/** Storage for files of visitors and authors: a folder, or a bucket. */
export { type FilePort, FileStorageError } from './file-port.js'
export { openFolderFiles } from './folder-files.js'
export { openFiles } from './open-files.js'
export { openS3Files, type S3Options } from './s3-files.js'
