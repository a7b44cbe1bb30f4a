import type { CallFacts } from '../calls/call-facts.ts'
import { opened, quoted } from '../calls/lexicon.ts'

export const rubyCalls: CallFacts = {
  lexicon: {
    lineComments: ['#'],
    blockComments: [],
    lineBlocks: [/=begin\b/y, /^=end\b/],
    end: /__END__(?:\r?\n|$)/y,
    name: /(?:@@?|\$|:)?[A-Za-z_\u00a1-\uffff][\w\u00a1-\uffff]*[?!]?|\$[0-9?!~&]/y,
    signs: [
      '<=>',
      '===',
      '**=',
      '||=',
      '&&=',
      '=>',
      '==',
      '!=',
      '=~',
      '!~',
      '&.',
      '::',
      '->',
      '<<',
      '>>',
      '&&',
      '||',
      '+=',
      '-=',
      '..',
    ],
    hasRegex: true,
    strings: [
      opened(/<<[~-]?(?:"?([A-Z]\w*)"?|'([A-Z]\w*)'|`([A-Z]\w*)`)/y, { isHeredoc: true, holes: 'hash' }),
      opened(/%x([^\w\s])/y, { kind: 'command', holes: 'hash' }),
      opened(/%[wWiI]([^\w\s])/y, { kind: 'words' }),
      opened(/%q([^\w\s])/y, { escapes: 'quote' }),
      opened(/%Q?([[({<|!/])(?=\S)/y, { holes: 'hash' }),
      opened(/%r([^\w\s])/y, { kind: 'regex' }),
      quoted('`', { kind: 'command', holes: 'hash' }),
      quoted('"', { holes: 'hash' }),
      quoted("'", { escapes: 'quote' }),
    ],
  },
  members: ['.', '::', '&.'],
  joins: ['+', '<<', '*', '%'],
  hasAdjacentStrings: true,
  bareCalls: true,
  opensPipes: true,
  roots: ['Kernel', 'Process', 'Object'],
  commands: {
    line: 'IO.popen',
    lineOrWords:
      'system exec spawn Open3.capture2 Open3.capture2e Open3.capture3 Open3.popen2 Open3.popen2e Open3.popen3 Open3.pipeline PTY.spawn sh',
  },
  calls: {
    evaluate:
      'eval instance_eval class_eval module_eval .instance_eval .class_eval .module_eval binding.eval RubyVM.InstructionSequence.compile ERB.new',
    deleteTree:
      'FileUtils.rm_rf FileUtils.rm_r FileUtils.remove_dir FileUtils.remove_entry FileUtils.remove_entry_secure FileUtils.rmtree rm_rf rm_r',
    deleteFile: 'File.delete File.unlink FileUtils.rm FileUtils.rm_f Dir.rmdir Dir.delete File.truncate',
    openFile: 'File.open File.new open Pathname.new.open',
    writeFile: 'File.write IO.write File.binwrite',
    writeSecond:
      'FileUtils.cp FileUtils.mv FileUtils.ln_s File.symlink File.rename FileUtils.copy_file FileUtils.install',
    readFile:
      'render send_file Rails.root.join Shell.cat File.read IO.read File.readlines IO.readlines File.binread File.foreach Dir.entries Dir.glob Dir.children',
    connect: 'TCPSocket.new TCPSocket.open UDPSocket.new Socket.tcp Net.FTP.new Net.FTP.open',
    send: 'Net.FTP.new Net.FTP.open Net.Telnet.new Net.SSH.start Net.SFTP.start Net.HTTP.start Net.HTTP.get Net.HTTP.post Net.HTTP.post_form HTTParty.post HTTParty.get RestClient.post RestClient.get Faraday.post Faraday.get URI.open .puts .write .print Net.HTTP.get_response',
    native: 'Fiddle.dlopen Fiddle.Handle.new .ffi_lib ffi_lib dlload syscall',
    deserialise:
      'Marshal.load Marshal.restore YAML.load YAML.unsafe_load YAML.load_file Psych.load Psych.unsafe_load Oj.load Oj.object_load CSV.load JSON.load serialize DRb.start_service',
    loadModule: 'require load require_relative autoload .constantize .safe_constantize .const_get',
    query:
      '.exec_params .prepare .from .select .not .find_by .delete_all .update_all .destroy_all .exists? .calculate .lock .reorder .find_by_sql .execute .exec_query .select_all .where .order .pluck .group .having .joins .exec .query where Sequel.lit Arel.sql DB.fetch .run',
    weakHash:
      'Digest.MD5.hexdigest Digest.MD5.new Digest.SHA1.hexdigest Digest.SHA1.new Digest.MD5.digest Digest.MD5.base64digest Digest.SHA1.digest OpenSSL.Digest.MD5.new OpenSSL.Digest.SHA1.new',
    fork: 'fork',
    duplicate: '.reopen STDIN.reopen $stdin.reopen $stdout.reopen',
    readXml:
      'XML.Document.file XML.Document.string LibXML.XML.Parser.string XML.Parser.string LibXML.XML.Document.string',
    password:
      'JWT.encode JWT.decode http_basic_authenticate_with .authenticate_with PKey.RSA.new PKey.EC.new PKey.DSA.new PKey.read .to_pem',
    directory: '.search .xpath .at_xpath Net.LDAP.Filter.construct Filter.construct',
    becomeRoot: 'Process.setuid Process.UID.change_privilege',
  },
  sources: {
    foreign:
      'params ARGV gets $stdin STDIN request cookies ARGF readline $1 .gets .readline CGI.new .query_string session.params',
    environment: 'ENV',
    network:
      'Net.HTTP.get URI.open HTTParty.get RestClient.get Faraday.get Net.HTTP.get_response .recv TCPSocket.new TCPSocket.open',
    clean: 'Shellwords.escape Shellwords.shellescape .shellescape Integer Float .to_i .to_f sanitize_sql .quote',
  },
  pure: {
    same: 'URI URI.parse String .to_s .freeze .strip .chomp .dup .to_str .b .force_encoding .encode String.new Pathname Pathname.new .to_sym .flatten .compact',
    joinPath: 'File.join',
    joinBlank: '.join Shellwords.join Shellwords.shelljoin',
    format: 'format sprintf',
    list: 'Array Array.new',
    base64: 'Base64.decode64 Base64.strict_decode64 Base64.urlsafe_decode64 .unpack1',
    reverse: '.reverse',
    decoded: 'Zlib.Inflate.inflate Zlib.inflate .unpack',
    concatArguments: '.concat',
  },
  admitsEntities:
    /default_substitute_entities\s*=\s*true|XmlMini\.backend\s*=\s*['"]LibXML|\.noent\b|\bNOENT\b|\.dtdload\b|\bDTDLOAD\b/g,
  dispatchers:
    'send try public_send __send__ method instance_method define_method instance_variable_get instance_variable_set class_variable_get const_missing',
  callers: 'send .send public_send .public_send .__send__ __send__ method .method',
  unprotected:
    /VERIFY_NONE|verify_ssl\s*(?::|=>|=)\s*false|protect_from_forgery\s+except|cookies_serializer\s*=\s*:(?:hybrid|marshal)/,
}
