# Completion of ossauthctl for fish, made from its table of commands.
set -g __ossauthctl_table '
	--socket	The socket of the daemon.
--socket	:files	
	--admin-socket	The socket for explain about other users, credentials set and forget, refresh and reload.
--admin-socket	:files	
	--json	Print the answer as JSON, for a program.
	--timeout	How long to wait for an answer of the daemon.
	--debug	Print to standard error which socket is used, and how long each answer takes; events and top print only the socket.
	--help	Print help; -h is shorter.
	--version	Print the version of this program.
	presign	Sign URLs for others to use
presign	--method	The method that the URL is for.
presign --method	GET	
presign --method	PUT	
presign --method	POST	
presign --method	HEAD	
presign --method	DELETE	
presign --method	OPTIONS	
presign	--expires	How long the URL is valid: 900, 15min, 1h.
presign	--bucket	The arguments or lines are keys in this bucket, not OSS-URLs.
presign	--list	Allow an OSS-URL without a key, which signs the list of a bucket or of all buckets.
presign	--null	A NUL ends each OSS-URL or key of a list, not a line end.
presign	--keep-going	Report the lines of a list that cannot be signed, and sign the others.
presign	--no-wait	Do not wait when a rate is used up.
presign	--profile	The profile whose credential is used.
presign	--signature-version	The signature algorithm; s3 is that of Amazon, for the S3 endpoint of OSS.
presign --signature-version	v4	
presign --signature-version	v1	
presign --signature-version	s3	
presign	--endpoint	The server, such as https://oss-cn-hangzhou.aliyuncs.com.
presign	--region	The region of the bucket, such as cn-hangzhou.
presign	--addressing	The place of the bucket in the URL.
presign --addressing	virtual	
presign --addressing	path	
presign --addressing	cname	
presign	--cloud-box-id	Sign for this CloudBox, which takes the place of the region.
presign	--parameter	A query parameter, not encoded.
presign	--header	A header that will be sent.
presign	--additional-header	Sign this --header as well (v4, s3).
presign	--content-type	The Content-Type that will be sent; auto finds it by the ending of the key.
presign	--content-md5	The Content-MD5 that will be sent, in base64.
presign	--time	Sign as at this time, such as 2026-11-21T12:00:00Z, as far as TimeSkew= of your rule allows.
presign	--min-valid	How long the credential must last at least, or it is refreshed first.
presign	--show-string-to-sign	Print the signed texts to standard error, to compare them with an error of OSS.
	sign	Sign a request that you send yourself
sign	--curl	Print a command for curl that sends it.
sign	--body	The file that --curl sends.
sign --body	:files	
sign	--headers	Print only the headers, one per line.
sign	GET	
sign	PUT	
sign	POST	
sign	HEAD	
sign	DELETE	
sign	OPTIONS	
	post-policy	Sign a form by which a browser uploads
post-policy	--html	Print a form for a page in the web.
post-policy	--curl	Print a command for curl that sends it.
post-policy	--body	The file that --curl sends.
post-policy --body	:files	
post-policy	--expires	How long the form is valid: 900, 15min, 1h.
post-policy	--profile	The profile whose credential is used.
post-policy	--signature-version	The signature algorithm.
post-policy --signature-version	v4	
post-policy --signature-version	v1	
post-policy	--endpoint	The server, such as https://oss-cn-hangzhou.aliyuncs.com.
post-policy	--region	The region of the bucket, such as cn-hangzhou.
post-policy	--addressing	The place of the bucket in the URL.
post-policy --addressing	virtual	
post-policy --addressing	path	
post-policy --addressing	cname	
post-policy	--cloud-box-id	Sign for this CloudBox, which takes the place of the region.
post-policy	--max-size	The largest size of the file: 1048576, 10M, 1G.
post-policy	--content-type	The Content-Type that the form must state.
post-policy	--success-status	What OSS answers to an upload.
post-policy --success-status	200	
post-policy --success-status	201	
post-policy --success-status	204	
post-policy	--time	Sign as at this time, such as 2026-11-21T12:00:00Z, as far as TimeSkew= of your rule allows.
post-policy	--min-valid	How long the credential must last at least, or it is refreshed first.
post-policy	--show-string-to-sign	Print the signed texts to standard error, to compare them with an error of OSS.
	status	Show which profiles can sign, and how long
	top	Show live what the daemon does
top	--interval	How often the daemon is asked: 100ms, 2s, 1min.
	events	Follow what happens to the profiles
	whoami	Show as whom the daemon knows you, and what you may do
	metrics	Print the daemon\'s metrics, or write them for node_exporter
metrics	--textfile	Write to this file, readable for all.
metrics --textfile	:files	
	exec	Run a program with a credential
exec	--profile	The profile whose credential is used.
exec	--min-valid	How long the credential must last at least, or it is refreshed first.
exec	--env	Names of the variables, a set or NAME=MEMBER: oss, alicloud, velero, juicefs, aws.
exec --env	oss	
exec --env	alicloud	
exec --env	velero	
exec --env	juicefs	
exec --env	aws	
exec	--aws	For S3 programs: the same as --env aws, or with --uri an address in their variables.
exec	--bucket	With --aws: the one bucket of a program that uses object_store, such as polars.
exec	--uri	Hand over a private address instead, which needs ossauthd-compat.socket, or CompatListen=.
exec	--gateway	Hand over a dummy key and the address of the gateway instead of a credential; NAME is needed if there are several.
exec	:commands	
exec	:files	
	credentials	Show, export, set or forget a credential
credentials	show	Show which credential a profile has, and how long
credentials show	--profile	The profile whose credential is used.
credentials show	--min-valid	How long the credential must last at least, or it is refreshed first.
credentials show	--reveal	Show the secrets, on a terminal too.
credentials	export	Write a credential in the form that a program reads
credentials export	--format	The form.
credentials export --format	json	
credentials export --format	env	
credentials export --format	process	
credentials export --format	external	
credentials export --format	ini	
credentials export --format	ossutil	
credentials export --format	ossfs	
credentials export --format	appserver	
credentials export --format	aws	
credentials export --format	aws-process	
credentials export --format	aws-ini	
credentials export	--env	Names of the variables, a set or NAME=MEMBER: oss, alicloud, velero, juicefs, aws.
credentials export --env	oss	
credentials export --env	alicloud	
credentials export --env	velero	
credentials export --env	juicefs	
credentials export --env	aws	
credentials export	--profile	The profile whose credential is used.
credentials export	--min-valid	How long the credential must last at least, or it is refreshed first.
credentials export	--endpoint	The server, such as https://oss-cn-hangzhou.aliyuncs.com.
credentials export	--region	The region of the bucket, such as cn-hangzhou.
credentials export	--reveal	Show the secrets, on a terminal too.
credentials	--format	The form.
credentials --format	json	
credentials --format	env	
credentials --format	process	
credentials --format	external	
credentials --format	ini	
credentials --format	ossutil	
credentials --format	ossfs	
credentials --format	appserver	
credentials --format	aws	
credentials --format	aws-process	
credentials --format	aws-ini	
credentials	--env	Names of the variables, a set or NAME=MEMBER: oss, alicloud, velero, juicefs, aws.
credentials --env	oss	
credentials --env	alicloud	
credentials --env	velero	
credentials --env	juicefs	
credentials --env	aws	
credentials	--profile	The profile whose credential is used.
credentials	--min-valid	How long the credential must last at least, or it is refreshed first.
credentials	--endpoint	The server, such as https://oss-cn-hangzhou.aliyuncs.com.
credentials	--region	The region of the bucket, such as cn-hangzhou.
credentials	--reveal	Show the secrets, on a terminal too.
credentials	set	Give a token to a profile with Source=manual
credentials set	--file	Read the token from this file.
credentials set --file	:files	
credentials	forget	Make the daemon forget a token
	refresh	Fetch new tokens now
	reload	Read the configuration again
	explain	Show whether the rules grant a request, and everything that is missing
explain	--user	The user, by name or number, with the groups of a login.
explain --user	:users	
explain	--unit	The systemd unit of the process.
explain --unit	:units	
explain	--slice	The slice of that unit.
explain --slice	:units	
explain	--exe	The program of the process.
explain --exe	:files	
explain	--label	The label of the security module.
explain	--method	The method that the URL is for.
explain --method	GET	
explain --method	PUT	
explain --method	POST	
explain --method	HEAD	
explain --method	DELETE	
explain --method	OPTIONS	
explain	--expires	How long the URL is valid: 900, 15min, 1h.
explain	--profile	The profile whose credential is used.
explain	--signature-version	The signature algorithm; s3 is that of Amazon, for the S3 endpoint of OSS.
explain --signature-version	v4	
explain --signature-version	v1	
explain --signature-version	s3	
explain	--endpoint	The server, such as https://oss-cn-hangzhou.aliyuncs.com.
explain	--region	The region of the bucket, such as cn-hangzhou.
explain	--addressing	The place of the bucket in the URL.
explain --addressing	virtual	
explain --addressing	path	
explain --addressing	cname	
explain	--cloud-box-id	Sign for this CloudBox, which takes the place of the region.
explain	--parameter	A query parameter, not encoded.
explain	--header	A header that will be sent.
explain	--additional-header	Sign this --header as well (v4, s3).
explain	--content-type	The Content-Type that will be sent; auto finds it by the ending of the key.
explain	--content-md5	The Content-MD5 that will be sent, in base64.
explain	--time	Sign as at this time, such as 2026-11-21T12:00:00Z, as far as TimeSkew= of your rule allows.
explain	sign	
explain	presign	
explain	post-policy	
explain	sign-string	
explain	credentials	
explain	issue	
explain	status	
explain	watch	
	doctor	Find out why it does not work, and what to do
	verify	Compare what was signed with what OSS signed
verify	--request	The head of the request as it was sent, of any trace; - is standard input.
verify --request	:files	
verify	--error	The XML document that OSS answered; - is standard input.
verify --error	:files	
verify	--method	The method that the URL was used with.
verify --method	GET	
verify --method	PUT	
verify --method	POST	
verify --method	HEAD	
verify --method	DELETE	
verify --method	OPTIONS	
verify	--header	A header that was sent with the URL.
verify	--bucket	The bucket, where the host does not tell it.
verify	--reveal	Print tokens whole.
	selftest	Put, get, list, copy and delete a small object in a bucket of yours
selftest	--s3	Test the signatures for the S3 endpoint as well.
selftest	--profile	The profile whose credential is used.
selftest	--endpoint	The server, such as https://oss-cn-hangzhou.aliyuncs.com.
selftest	--region	The region of the bucket, such as cn-hangzhou.
selftest	--addressing	The place of the bucket in the URL.
selftest --addressing	virtual	
selftest --addressing	path	
selftest --addressing	cname	
	help	Explain a command or a topic
	version	Print the version of this program
'
function __ossauthctl_words
    set -l table (string split \n -- $__ossauthctl_table)
    set -l at ''
    set -l option ''
    for word in (commandline -opc)[2..]
        if string match -q -- '-*' $word
            set option $word
        else
            set option ''
            string match -q -- "$at"\t"$word"\t'*' $table; and set at (string trim -- "$at $word")
        end
    end
    set -l current (commandline -ct)
    set -l before (string match -r -- '^--[^=]*=' $current)
    set -q before[1]; and set option (string trim -r -c = -- $before)
    set -l key $at
    for candidate in (string trim -- "$at $option") "$option"
        if string match -q -- "$candidate"\t'*' $table
            set key $candidate
            break
        end
    end
    for line in $table[2..-2]
        set -l parts (string split \t -- $line)
        test "$parts[1]" = "$key"
        or begin; test "$parts[1]" = '' -a "$key" = "$at"; and string match -q -- '-*' $parts[2]; end
        or continue
        switch $parts[2]
            case :files
                printf "$before%s\n" (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current"))
            case :users
                __fish_complete_users
            case :units
                systemctl list-units --all --plain --no-legend | cut -d ' ' -f 1
            case :commands
                __fish_complete_command
            case '-*'
                string match -q -- '-*' "$current"; and printf '%s\t%s\n' $parts[2] $parts[3]
            case '*'
                printf '%s%s\t%s\n' "$before" $parts[2] $parts[3]
        end
    end
end
complete -c ossauthctl -f -a '(__ossauthctl_words)'
