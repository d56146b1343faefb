package broker

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// accounts are the accounts of the embedded server. Servers use the global account, which has
// JetStream. Every pool of workers has an account of its own without JetStream, which imports the
// subjects of this pool from the global account. A worker chooses the reply subject of its request
// freely, because the server checks no permission for it; in an account of its own, the reply can
// reach nothing but workers of the same pool.
//
// The accounts are created once and reused for every reload, because the server compares the users
// of the old and the new configuration including their accounts.
type accounts struct {
	requests, control string // prefixes of subjects; "" without workers
	servers           *server.Account
	pools             map[string]*server.Account
}

const (
	globalAccount = "$G"
	accountPrefix = "POOL_"
	inboxPrefix   = "_INBOX_"
	// replyTime is the maximum time between the request of a worker and its reply. The longest wait is
	// that for the end of a job, one minute. The server keeps a request without a reply in memory for
	// this time.
	replyTime = 2 * time.Minute
)

// newAccounts returns the global account, without pools.
func newAccounts(o Options) (*accounts, error) {
	// The server offers no function that enables JetStream in an account of a configuration, and
	// the text of a configuration must not contain the global account. The name can be changed.
	var parsed server.Options
	if err := parsed.ProcessConfigString("accounts { SERVERS { jetstream: enabled } }"); err != nil {
		return nil, fmt.Errorf("cannot configure the accounts of the broker: %w", err)
	}
	servers := parsed.Accounts[0]
	servers.Name = globalAccount
	a := &accounts{requests: o.Requests, control: o.Control, servers: servers, pools: map[string]*server.Account{}}
	if a.requests == "" {
		return a, nil
	}
	all := a.requests + ">"
	if err := servers.AddServiceExport(all, nil); err != nil {
		return nil, err
	}
	if err := servers.SetServiceExportResponseThreshold(all, replyTime); err != nil {
		return nil, err
	}
	return a, servers.AddStreamExport(a.control+">", nil)
}

// add creates the accounts of pools that have none, and reports whether it created any.
func (a *accounts) add(pools []string) (created bool, err error) {
	for _, pool := range pools {
		if a.pools[pool] != nil {
			continue
		}
		if a.pools[pool], err = a.create(pool); err != nil {
			return created, fmt.Errorf("account of the pool %s: %w", pool, err)
		}
		created = true
	}
	return created, nil
}

func (a *accounts) create(pool string) (*server.Account, error) {
	account := server.NewAccount(accountPrefix + pool)
	if a.requests == "" {
		return account, nil
	}
	requests := a.requests + pool + ".>"
	if err := account.AddServiceImport(a.servers, requests, requests); err != nil {
		return nil, err
	}
	return account, account.AddStreamImport(a.servers, a.control+pool+".>", "")
}

// apply adds the accounts and users to the configuration of a server. It lists accounts without
// users too, because the server deletes an account that is not listed, and with it the imports.
func (a *accounts) apply(s *server.Options, serverKey string, users []user) {
	s.Accounts = append([]*server.Account{a.servers}, slices.Collect(maps.Values(a.pools))...)
	s.Nkeys = []*server.NkeyUser{{Nkey: serverKey, Account: a.servers}}
	for _, u := range users {
		s.Nkeys = append(s.Nkeys, &server.NkeyUser{Nkey: u.public, Account: a.pools[u.pool], Permissions: a.permissions(u.pool)})
	}
}

// permissions returns the subjects of a pool. Without prefixes, workers may do nothing.
func (a *accounts) permissions(pool string) *server.Permissions {
	if a.requests == "" {
		none := &server.SubjectPermission{Deny: []string{">"}}
		return &server.Permissions{Publish: none, Subscribe: none}
	}
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{a.requests + pool + ".>"}},
		Subscribe: &server.SubjectPermission{Allow: []string{inboxPrefix + pool + ".>", a.control + pool + ".>"}},
	}
}
